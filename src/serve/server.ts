import { latest } from '../protocol/index.ts'
import type { Tool, UnknownObject } from '../tool/index.ts'
import type { Offers } from './catalog.ts'
import { createCore, type ServerOptions } from './core.ts'
import { handle } from './handle.ts'
import type { Peer } from './peer.ts'

/** A server without a transport: it takes messages and gives answers. */
export interface Server {
  readonly tools: ReadonlyMap<string, Tool>
  /** Takes one parsed message and answers with the text to send, at once where it can; undefined where none is due. */
  readonly handle: (message: unknown, peer: Peer) => string | undefined | Promise<string | undefined>
  /** The tools as the newest revision lists them, all on one page. */
  readonly listTools: () => readonly UnknownObject[]
  /** Offers something else from now on, and tells the clients that listen. */
  readonly update: (offers: Partial<Offers>) => void
  /** Tells the clients that subscribed to a resource that it has changed. */
  readonly resourceChanged: (uri: string) => void
}

/** Makes a server. Throws a `TypeError` where two tools share a name, or a name is none that every client takes. */
export function createServer(options: ServerOptions): Server {
  const core = createCore(options)
  return {
    get tools() {
      return core.catalog().tools
    },
    handle: (message, peer) => handle(core, message, peer),
    listTools: () => core.catalog().list('tools', latest),
    update: core.update,
    resourceChanged(uri) {
      for (const listener of core.listeners) listener({ kind: 'resource', uri })
    },
  }
}
