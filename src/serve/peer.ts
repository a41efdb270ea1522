import type { RequestId, Revision } from '../protocol/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import type { Exchange } from './exchange.ts'

/** What a server must know of the other end, and how it reaches it. */
export interface PeerOptions {
  /** Sends a message that is no answer: a notification, or a request of ours. `about` is the request it belongs to. */
  readonly send?: (text: string, about?: RequestId) => void
  /** Who calls, where a transport can tell. */
  readonly caller?: string
  /** Takes a line for the operator, where the server has no place of its own for them. */
  readonly log?: (line: string) => void
}

/** The other end of one connection. */
export interface Peer {
  readonly caller: string
  readonly send: (text: string, about?: RequestId) => void
  readonly log: (line: string) => void
  /** What `initialize` settled, for clients that begin with it. */
  session: Session | undefined
  /** What is being done for it, by the id of the request. */
  readonly running: Map<RequestId, Exchange>
}

/** What a client said of itself in `initialize`. */
export interface Session {
  readonly revision: Revision
  readonly clientCapabilities: UnknownObject
  readonly clientInfo: UnknownObject | undefined
}

/** The other end of a connection that has just begun. */
export function createPeer({ send = ignore, caller = 'local', log = ignore }: PeerOptions = {}): Peer {
  return { caller, send, log, session: undefined, running: new Map() }
}

function ignore(): void {}
