import type { SuperviseOptions } from './workers/supervise.ts'
import type { WorkerHere } from './workers/worker.ts'

/**
 * Runs this program again as so many processes that share one port, and starts one again when it ends or blocks.
 * Resolves when all have ended after the signal. Rejects with a `WorkersError` when none can be started.
 */
export async function superviseWorkers(options: SuperviseOptions): Promise<void> {
  const { supervise } = await import('./workers/supervise.ts')
  await supervise(options)
}

/** This process as one of the workers of a port; undefined where it is none. */
export async function workerHere(env: Readonly<Record<string, string>>): Promise<WorkerHere | undefined> {
  const { workerPlace } = await import('./workers/place.ts')
  const place = workerPlace(env)
  if (place === undefined) return undefined
  const { joinSupervisor } = await import('./workers/worker.ts')
  return joinSupervisor(place)
}
