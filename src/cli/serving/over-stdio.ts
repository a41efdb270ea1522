import type { Io } from '../command.ts'
import type { Running } from '../source.ts'
import { announcement } from './announce.ts'

/** Serves until the client leaves. */
export async function serveOverStdio(running: Running, io: Io): Promise<void> {
  const { serveStdio } = await import('../../serve/index.ts')
  for (const line of announcement(running, 'stdio')) io.err(line)
  await serveStdio(running.server)
}
