import cluster from 'node:cluster'
import { isObject } from '../../tool/index.ts'

/** Which of the workers of one port a process is. */
export interface WorkerPlace {
  /** From 1. A worker that starts again has the slot of the one before. */
  readonly slot: number
  /** Where the workers reach each other. */
  readonly folder: string
}

/** Says to a process that it is a worker. Only processes that the supervisor forked read it. */
const variable = 'VERBNOUN_WORKER'

/** The variables that give a process its place. */
export function environmentOf(place: WorkerPlace): Readonly<Record<string, string>> {
  return { [variable]: JSON.stringify(place) }
}

/** The place of this process among the workers of a port; undefined where it is none of them. */
export function workerPlace(env: Readonly<Record<string, string | undefined>>): WorkerPlace | undefined {
  const text = env[variable]
  if (!cluster.isWorker || text === undefined) return undefined
  const place: unknown = JSON.parse(text)
  if (!isObject(place)) return undefined
  const { slot, folder } = place
  if (typeof slot !== 'number' || typeof folder !== 'string') return undefined
  return { slot, folder }
}

/** The socket that the others reach a worker under. */
export function socketOf(folder: string, slot: number): string {
  return isPipe(folder) ? `${folder}-${slot}` : `${folder}/${slot}`
}

/** Whether a path is one of the pipes of Windows, which are in no folder. */
export function isPipe(path: string): boolean {
  return path.startsWith('\\\\')
}

/** Whose session this is, told from its id. */
export function slotOf(sessionId: string): number | undefined {
  const slot = /^(\d{1,4})\./.exec(sessionId)?.[1]
  return slot === undefined ? undefined : Number(slot)
}

/** The id of a session that only this worker knows. */
export function sessionIdIn({ slot }: WorkerPlace): string {
  return `${slot}.${crypto.randomUUID()}`
}
