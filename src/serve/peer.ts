import type { RequestId, Revision, RpcError } from '../protocol/index.ts'
import type { LogLevel, UnknownObject } from '../tool/index.ts'
import type { Rights } from './auth/scopes.ts'
import type { Exchange } from './exchange.ts'

/** What a transport gives a server to reach the other end with. */
export interface PeerOptions {
  /** Sends a message that is no answer: a notification, or a request of ours. `about` is the request it belongs to. */
  readonly send?: (text: string, about?: RequestId) => void
  /** Who calls, where a transport can tell. */
  readonly caller?: string
  /** What it may do. Default: all, as whoever starts a process may. */
  readonly rights?: Rights
  /** Takes a line for the operator, where the server has no place of its own for them. */
  readonly log?: (line: string) => void
  /** Hears of each answer that is an error, before it is given. */
  readonly onFailure?: (error: RpcError) => void
}

/** The other end of one connection. */
export interface Peer {
  readonly caller: string
  readonly send: (text: string, about?: RequestId) => void
  readonly log: (line: string) => void
  readonly onFailure: (error: RpcError) => void
  /** What it may do with the message that is handed over: each may come with a token of its own. */
  rights: Rights | undefined
  /** What `initialize` settled, for clients that begin with it. */
  session: Session | undefined
  /** What is being done for it, by the id of the request. */
  readonly running: Map<RequestId, Exchange>
  /** The resources it wants to hear of. */
  readonly subscriptions: Set<string>
  /** What we asked it and wait for, by the id of our request. */
  readonly asked: Map<RequestId, (result: unknown, error: unknown) => void>
  /** Ends the streams it has opened, each with its answer. */
  readonly streams: Set<() => void>
  /** What is to be done when the connection ends. */
  readonly onClose: Set<() => void>
}

/** What a client said of itself, in `initialize` or with its request. */
export interface Session {
  readonly revision: Revision
  readonly clientCapabilities: UnknownObject
  readonly clientInfo: UnknownObject | undefined
  /** How grave a log message must be to be sent; undefined sends none. */
  readonly logLevel: LogLevel | undefined
}

/** The other end of a connection that has just begun. */
export function createPeer(options: PeerOptions = {}): Peer {
  return new OtherEnd(options)
}

/** Over HTTP there is one for each request, and few need any of what it can keep: that is made on demand. */
class OtherEnd implements Peer {
  readonly caller: string
  readonly send: Peer['send']
  readonly log: Peer['log']
  readonly onFailure: Peer['onFailure']
  rights: Rights | undefined
  session: Session | undefined
  #running: Peer['running'] | undefined
  #subscriptions: Peer['subscriptions'] | undefined
  #asked: Peer['asked'] | undefined
  #streams: Peer['streams'] | undefined
  #onClose: Peer['onClose'] | undefined

  constructor({ send = ignore, caller = 'local', log = ignore, onFailure = ignore, rights }: PeerOptions) {
    this.caller = caller
    this.send = send
    this.log = log
    this.onFailure = onFailure
    this.rights = rights
  }

  get running(): Peer['running'] {
    return (this.#running ??= new Map())
  }

  get subscriptions(): Peer['subscriptions'] {
    return (this.#subscriptions ??= new Set())
  }

  get asked(): Peer['asked'] {
    return (this.#asked ??= new Map())
  }

  get streams(): Peer['streams'] {
    return (this.#streams ??= new Set())
  }

  get onClose(): Peer['onClose'] {
    return (this.#onClose ??= new Set())
  }
}

/** Ends the streams of a peer as they should end: with an answer. */
export function endStreams(peer: Peer): void {
  for (const end of peer.streams) end()
  peer.streams.clear()
}

/** Ends what is being done for a peer whose connection has ended. */
export function closePeer(peer: Peer): void {
  for (const exchange of peer.running.values()) exchange.cancel('The connection has ended.')
  for (const settle of peer.asked.values()) settle(undefined, { message: 'The connection has ended.' })
  for (const undo of peer.onClose) undo()
  peer.running.clear()
  peer.asked.clear()
  peer.onClose.clear()
}

function ignore(): void {}
