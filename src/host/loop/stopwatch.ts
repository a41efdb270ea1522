/** Measures time without the pauses in it. */
export interface Stopwatch {
  /** Since it was first looked at, in milliseconds. */
  readonly elapsed: () => number
  /** Begins a pause, and gives what ends it. Pauses may overlap. */
  readonly pause: () => () => void
}

export function createStopwatch(now: () => number): Stopwatch {
  let start: number | undefined
  let paused = 0
  let since = 0
  let lost = 0
  return {
    elapsed() {
      const time = paused > 0 ? since : now()
      start ??= time
      return time - start - lost
    },
    pause() {
      if (paused === 0) since = now()
      paused += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        paused -= 1
        if (paused === 0) lost += now() - since
      }
    },
  }
}
