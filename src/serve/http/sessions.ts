import type { RequestId } from '../../protocol/index.ts'
import { closePeer, createPeer, type Peer } from '../peer.ts'
import { EventStream } from './events.ts'
import { createPast, type Past } from './past.ts'
import type { PendingReply } from './reply.ts'

/** A client of an older revision, from its `initialize` on. */
export interface HttpSession {
  readonly id: string
  readonly peer: Peer
  /** The answers that are being written, by the id of their request. */
  readonly routes: Map<RequestId, PendingReply>
  /** What belongs to no request. */
  readonly main: EventStream
  /** A stream for the answer to one request. It can be resumed for as long as it is remembered. */
  readonly openStream: () => EventStream
  /** The stream of that name. */
  readonly stream: (name: string) => EventStream | undefined
  /** Nobody will resume any of its streams. */
  readonly forget: () => void
}

/** The sessions of an endpoint. */
export interface Sessions {
  /** A session that has just begun, or undefined where all places are taken by clients that are there. */
  readonly begin: (caller: string) => HttpSession | undefined
  /** The session of that id, if it is this caller's and has not expired. */
  readonly find: (id: string, caller: string) => HttpSession | undefined
  readonly end: (session: HttpSession) => void
  /** Ends the streams that wait for no call. */
  readonly drain: () => void
  readonly close: () => void
}

/** What bounds the sessions of an endpoint. */
export interface SessionsOptions {
  readonly now: () => number
  readonly newId: () => string
  readonly log: (line: string) => void
  /** How many there may be. The one that was idle longest makes place. */
  readonly limit: number
  /** How long one may be idle. */
  readonly idleMs: number
}

const streamLimit = 16
/** What the streams of all sessions remember, in characters: 64 MB where each takes two bytes. */
const pastLimit = 32 * 1024 * 1024
/** A session that was used within this time is not ended for a new one, in milliseconds. */
export const youngMs = 60_000

/** Makes the sessions of an endpoint. They are in order of their last use. */
export function createSessions({ now, newId, log, limit, idleMs }: SessionsOptions): Sessions {
  const past = createPast(pastLimit)
  const sessions = new Map<string, { readonly session: HttpSession; lastSeen: number }>()

  function makePlace(): void {
    for (const [, { session, lastSeen }] of sessions) {
      const unused = now() - lastSeen
      if (unused < idleMs && (sessions.size < limit || unused < youngMs)) return
      if (isIdle(session)) end(session)
    }
  }

  function end(session: HttpSession): void {
    sessions.delete(session.id)
    closePeer(session.peer)
    session.main.end()
    session.forget()
  }

  return {
    begin(caller) {
      makePlace()
      if (sessions.size >= limit) return undefined
      const session = createSession(caller, { newId, log, past })
      sessions.set(session.id, { session, lastSeen: now() })
      return session
    },
    find(id, caller) {
      const entry = sessions.get(id)
      if (entry === undefined || entry.session.peer.caller !== caller) return undefined
      if (entry.lastSeen + idleMs <= now() && isIdle(entry.session)) {
        end(entry.session)
        return undefined
      }
      sessions.delete(id)
      sessions.set(id, { session: entry.session, lastSeen: now() })
      return entry.session
    },
    end,
    drain() {
      for (const { session } of sessions.values()) session.main.end()
    },
    close() {
      for (const { session } of sessions.values()) end(session)
    },
  }
}

interface Shared extends Pick<SessionsOptions, 'newId' | 'log'> {
  readonly past: Past
}

function createSession(caller: string, { newId, log, past }: Shared): HttpSession {
  const routes: HttpSession['routes'] = new Map()
  const streams = new Map<string, EventStream>()
  let opened = 0
  const openStream = (): EventStream => {
    opened += 1
    const name = String(opened)
    const stream = new EventStream({ name, primes: peer.session?.revision.primesStreams === true, past })
    streams.set(name, stream)
    for (const [old, ended] of streams) {
      if (streams.size <= streamLimit || !ended.hasEnded) continue
      streams.delete(old)
      ended.forget()
    }
    return stream
  }
  const peer = createPeer({
    caller,
    log,
    send(text, about) {
      const route = about === undefined ? undefined : routes.get(about)
      if (route === undefined) main.push(text)
      else route.push(text)
    },
  })
  const main = openStream()
  const forget = (): void => {
    for (const stream of streams.values()) stream.forget()
  }
  return { id: newId(), peer, routes, main, openStream, stream: (name) => streams.get(name), forget }
}

/** Nobody waits for anything. */
function isIdle({ main, peer }: HttpSession): boolean {
  return peer.running.size === 0 && !main.isOpen
}
