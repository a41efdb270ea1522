import type { Around } from '../../tool/index.ts'

/** Calls that run, counted on their way. */
export interface CountedCalls {
  readonly around: Around
  /** Resolves when none runs. */
  readonly ended: () => Promise<void>
}

/** Counts the calls that pass through `around`. */
export function countCalls(): CountedCalls {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async around(_, next) {
      running += 1
      try {
        return await next()
      } finally {
        running -= 1
        if (running === 0) for (const tell of waiting.splice(0)) tell()
      }
    },
    ended: () =>
      new Promise((resolve) => {
        if (running === 0) resolve()
        else waiting.push(resolve)
      }),
  }
}
