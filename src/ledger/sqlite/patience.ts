import { isBusy } from './failure.ts'

/** Runs what another process may stand in the way of, again and again, and lets others run meanwhile. */
export async function patiently<Value>(run: () => Value, patienceMs: number): Promise<Value> {
  for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, longestPause)) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || waited >= patienceMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const longestPause = 32
