/** Measures time without the pauses in it. */
export interface Stopwatch {
  /** In milliseconds. */
  readonly elapsed: () => number
  /** Begins a pause, and gives what ends it. Pauses may overlap. */
  readonly pause: () => () => void
}

export function startStopwatch(now: () => number): Stopwatch {
  const start = now()
  let paused = 0
  let since = 0
  let lost = 0
  return {
    elapsed: () => (paused > 0 ? since : now()) - start - lost,
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
