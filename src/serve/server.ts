import type { Tool, UnknownObject } from '../tool/index.ts'
import { createCore, type ServerOptions } from './core.ts'
import { handle } from './handle.ts'
import type { Peer } from './peer.ts'

/** A server without a transport: it takes messages and gives answers. */
export interface Server {
  readonly tools: ReadonlyMap<string, Tool>
  /** Takes one parsed message and answers with the text to send, at once where it can; undefined where none is due. */
  handle(message: unknown, peer: Peer): string | undefined | Promise<string | undefined>
  /** The tools as the newest revision lists them, all on one page. */
  listTools(): readonly UnknownObject[]
}

/** Makes a server. Throws a `TypeError` where two tools share a name, or a name is none that every client takes. */
export function createServer(options: ServerOptions): Server {
  const core = createCore(options)
  return {
    tools: core.tools,
    handle: (message, peer) => handle(core, message, peer),
    listTools: () => core.listTools(),
  }
}
