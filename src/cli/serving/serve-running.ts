import type { Running } from '../source.ts'
import type { Address } from './address.ts'
import type { Voice } from './voice.ts'

/** Where something is served, and how it speaks. */
export interface Serving {
  /** Undefined: over stdio. */
  readonly address: Address | undefined
  readonly voice: Voice
}

/** Serves until the client leaves or the person interrupts. */
export async function serveRunning(running: Running, { address, voice }: Serving): Promise<void> {
  if (address === undefined) {
    const { serveOverStdio } = await import('./over-stdio.ts')
    await serveOverStdio(running, voice.io)
  } else {
    const { serveHttp } = await import('./over-http.ts')
    await serveHttp(running, address, voice)
  }
}
