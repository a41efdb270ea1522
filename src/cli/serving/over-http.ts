import type { Listening, WorkerHere } from '../../serve/index.ts'
import type { Running } from '../source.ts'
import { type Address, explainListen, isLoopback } from './address.ts'
import { announcement } from './announce.ts'
import type { Voice } from './voice.ts'

/** Serves until the person interrupts; calls that are running end first. */
export async function serveHttp(running: Running, address: Address, { io, log }: Voice): Promise<void> {
  const { listen, surviveStrayErrors } = await import('../../serve/index.ts')
  surviveStrayErrors(log, running.server.secrets)
  const listening = await listen(running.server, { ...running.http, ...address, log }).catch(explainListen)
  for (const line of announcementOf(running, address, listening)) io.err(line)
  await aborted(io.signal)
  await listening.close()
}

/** The same as one of several workers. */
export async function serveAsWorker(
  running: Running,
  address: Address,
  { worker, voice: { io, log } }: { readonly worker: WorkerHere; readonly voice: Voice },
): Promise<void> {
  const { surviveStrayErrors } = await import('../../serve/index.ts')
  surviveStrayErrors(log, running.server.secrets)
  const listening = await worker.listen(running.server, { ...running.http, ...address, log }).catch(explainListen)
  worker.tellListening(listening.port, announcementOf(running, address, listening))
  await aborted(AbortSignal.any([io.signal, worker.stopped]))
  await listening.close()
}

function announcementOf(running: Running, { host }: Address, { url }: Listening): string[] {
  const lines = announcement(running, url)
  return isLoopback(host) ? lines : [...lines, ...warnings(running)]
}

/** What a stranger on the network can do. */
function warnings({ server, http, actsOnce }: Running): string[] {
  if (server.auth !== undefined) return []
  const isShared = actsOnce && http?.caller === undefined
  return [
    'warning: anyone who reaches this address can call these tools: --auth-issuer asks for tokens.',
    ...(isShared ? ['warning: all callers share their keys: what one has done is answered to the others.'] : []),
  ]
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
