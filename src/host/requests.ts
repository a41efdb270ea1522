import type { Entry, Store } from '../ledger/index.ts'
import { isObject, parseJson } from '../tool/index.ts'
import type { Request } from './request.ts'

/** Requests that were made, wherever the person is who answers. */
export interface Requests {
  /** Those to a server that are open. */
  open(server: string): Promise<readonly Request[]>
  put(request: Request): Promise<void>
  /** What time it is where they are kept, in milliseconds since 1970. */
  now(): Promise<number>
  /**
   * Replaces a request by what `to` makes of it as it stands, or gives what `to` gives instead. Undefined: there is
   * none, or its time is over.
   */
  change<Other>(id: string, to: (request: Request, now: number) => Request | { other: Other }): Promise<Changed<Other>>
}

export type Changed<Other> = { readonly request: Request } | { readonly other: Other } | undefined

/** How long an answered one can be looked up, in milliseconds. */
const keptMs = 86_400_000

export function createRequests({ store, newId }: { store: Store; newId: () => string }): Requests {
  const now = async (): Promise<number> => (await store.read([])).now
  return {
    open: async (server) => (await store.list({ prefix: 'request/', tag: tagOf(server) })).flatMap(readRequest),
    async put(request) {
      const write = { key: keyOf(request.id), expect: undefined, version: newId(), value: JSON.stringify(request) }
      await store.write([{ ...write, tag: tagOf(request.server.key), keepMs: request.expires - (await now()) }])
    },
    now,
    async change(id, to) {
      for (;;) {
        const { now: time, entries } = await store.read([keyOf(id)])
        const [entry] = entries
        const [request] = entry === undefined ? [] : readRequest(entry)
        if (request === undefined) return undefined
        const next = to(request, time)
        if ('other' in next) return next
        const write = { key: keyOf(id), expect: entry?.version, version: newId(), keepMs: keptMs }
        const written = await store.write([{ ...write, value: JSON.stringify(next) }])
        if (written.kind === 'written') return { request: next }
      }
    },
  }
}

function keyOf(id: string): string {
  return `request/${id}`
}

function tagOf(server: string): string {
  return `open/${encodeURIComponent(server)}`
}

function readRequest({ value }: Entry): readonly Request[] {
  const said = parseJson(value)
  return isRequest(said) ? [said] : []
}

/** Only the gate writes here, in a folder of its own. */
function isRequest(said: unknown): said is Request {
  return isObject(said) && said['v'] === 1 && typeof said['digest'] === 'string'
}
