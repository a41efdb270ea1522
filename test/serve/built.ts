import type { Server } from '../../src/serve/server.ts'
import type { Listening, ListenOptions } from '../../src/serve/listen.ts'

export type { Listening }

/** What was built, as strangers get it. Its types are those of the sources. */
interface Built {
  readonly listen: (server: Server, options?: ListenOptions) => Promise<Listening>
}

/** Serves the fixture of the conformance suite over HTTP. */
export async function listenToFixture(options: ListenOptions = {}): Promise<Listening> {
  const { listen }: Built = await import(at('../../dist/serve/index.js'))
  const { createFixture }: { createFixture: () => Server } = await import(at('../conformance/fixture/server.mjs'))
  return listen(createFixture(), options)
}

/** Computed, so that types can be checked before anything was built. */
function at(path: string): string {
  return new URL(path, import.meta.url).href
}
