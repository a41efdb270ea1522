import type { UnknownObject } from '../../tool/index.ts'
import type { Connections } from '../connections.ts'
import type { Gate } from '../gate.ts'
import { lineText } from '../prompt/escape.ts'
import { cleanMeta } from './clean.ts'
import { isObject } from '../../tool/index.ts'
import { isOutside, readUri, uriFor } from './uris.ts'

/** What a host gets for a URI. */
export type Read =
  | { readonly kind: 'contents'; readonly contents: readonly UnknownObject[] }
  /** It is none that was listed or linked, or its server does not have it. */
  | { readonly kind: 'not-found'; readonly reason: string }

/** What of the resources of many servers can be read: what they have listed, and what their results have linked. */
export interface Reading {
  readonly list: (server: string, uri: string) => void
  /** Notes a link in a result, and gives the URI under which it can be read. */
  readonly link: (server: string, uri: string) => string
  readonly read: (uri: string) => Promise<Read>
}

interface ReadingOptions {
  readonly gate: Pick<Gate, 'subjects'>
  readonly connections: Pick<Connections, 'read'>
}

/** So many are remembered a server; the oldest are forgotten. */
const mostKnown = 20_000

export function createReading({ gate, connections }: ReadingOptions): Reading {
  const known = new Map<string, Set<string>>()
  const note = (server: string, uri: string): void => {
    const uris = known.get(server) ?? new Set()
    known.set(server, uris)
    uris.add(uri)
    const [oldest] = uris
    if (uris.size > mostKnown && oldest !== undefined) uris.delete(oldest)
  }
  return {
    list: note,
    link(server, uri) {
      if (isOutside(uri)) return uri
      note(server, uri)
      return uriFor(server, uri)
    },
    async read(asked) {
      const found = readUri(asked)
      const subject = found && gate.subjects.get(found.server)
      if (found === undefined || subject === undefined || subject.standing.kind === 'unreviewed')
        return { kind: 'not-found', reason: 'No server that was accepted has it.' }
      const { server, uri } = found
      const isKnown = known.get(server)?.has(uri) === true
      // To read what nobody has listed is a call with an argument: a server that nobody vouches for does not get it.
      if (!isKnown && subject.facts.trust === 'untrusted')
        return { kind: 'not-found', reason: `Server "${server}" has neither listed nor linked it.` }
      if (!isKnown && isOutside(uri)) return { kind: 'not-found', reason: 'Links are not fetched.' }
      return await readFrom(connections, { server, uri })
    },
  }
}

async function readFrom(
  connections: ReadingOptions['connections'],
  { server, uri }: { readonly server: string; readonly uri: string },
): Promise<Read> {
  try {
    const { contents } = await connections.read(server, uri)
    const items = Array.isArray(contents) ? contents.filter(isObject) : []
    return { kind: 'contents', contents: items.map((item) => cleaned(item, server)) }
  } catch (error) {
    return { kind: 'not-found', reason: lineText(error instanceof Error ? error.message : String(error)) }
  }
}

function cleaned({ _meta, ...item }: UnknownObject, server: string): UnknownObject {
  const meta = cleanMeta(_meta)
  const { uri } = item
  return { ...item, ...(typeof uri === 'string' && { uri: uriFor(server, uri) }), ...(meta && { _meta: meta }) }
}
