import cluster from 'node:cluster'
import { rmSync } from 'node:fs'
import { type Listening, listenAmong, type ListenOptions } from '../listen.ts'
import type { Server } from '../server.ts'
import { createForward } from './forward.ts'
import { isStop, type News, posted } from './news.ts'
import { isPipe, sessionIdIn, socketOf, type WorkerPlace } from './place.ts'

/** One of the workers of a port, seen from inside. */
export interface WorkerHere extends WorkerPlace {
  /** Aborts when the supervisor wants it to end. */
  readonly stopped: AbortSignal
  /** Serves over HTTP beside the others. Sessions of older clients stay where they began. */
  readonly listen: (server: Server, options: ListenOptions) => Promise<Listening>
  /** Says that it listens, and what a person should know of that. */
  readonly tellListening: (port: number, says: readonly string[]) => void
  /** Says why it cannot start. */
  readonly tellFailed: (says: string) => void
  /** Ends the process, whatever its modules hold open. */
  readonly leave: () => void
}

const aliveMs = 1000

/** Begins to tell the supervisor that this process goes on. */
export function joinSupervisor(place: WorkerPlace): WorkerHere {
  const { worker } = cluster
  const stopping = new AbortController()
  const tell = (news: News): void => {
    if (worker?.isConnected() === true) worker.send(posted(news), ignore)
  }
  tell({ kind: 'alive' })
  const timer = setInterval(() => tell({ kind: 'alive' }), aliveMs)
  worker?.on('message', (message: unknown) => {
    if (isStop(message)) stopping.abort()
  })
  return {
    ...place,
    stopped: stopping.signal,
    listen: async (server, options) => await listenIn(place, server, options),
    tellListening: (port, says) => tell({ kind: 'listening', port, says }),
    tellFailed: (says) => tell({ kind: 'failed', says }),
    leave() {
      clearInterval(timer)
      worker?.kill()
    },
  }
}

async function listenIn(place: WorkerPlace, server: Server, options: ListenOptions): Promise<Listening> {
  const socket = socketOf(place.folder, place.slot)
  // The one before may have had no time to clean up. A pipe of Windows goes by itself.
  if (!isPipe(socket)) rmSync(socket, { force: true })
  const own = { ...options, newSessionId: () => sessionIdIn(place) }
  return await listenAmong(server, own, { socket, forward: createForward(place) })
}

/** A supervisor that has just ended hears nothing. */
function ignore(): void {}
