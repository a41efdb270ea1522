/** Who waits in this process for something to change. */
export interface Watchers {
  /** Resolves when the signal aborts or `isOver` says so, which is asked at once and whenever the key is woken. */
  readonly watch: (key: string, signal: AbortSignal, isOver: () => boolean) => Promise<void>
  readonly wake: (key: string) => void
  /** Wakes every key. */
  readonly wakeAll: () => void
}

export function createWatchers(): Watchers {
  const waiting = new Map<string, Set<() => void>>()

  function wake(key: string): void {
    for (const check of waiting.get(key) ?? []) check()
  }

  return {
    watch: (key, signal, isOver) =>
      new Promise((resolve) => {
        const checks = waiting.get(key) ?? new Set()
        const check = (): void => {
          if (!signal.aborted && !isOver()) return
          checks.delete(check)
          if (checks.size === 0 && waiting.get(key) === checks) waiting.delete(key)
          signal.removeEventListener('abort', check)
          resolve()
        }
        waiting.set(key, checks.add(check))
        signal.addEventListener('abort', check)
        check()
      }),
    wake,
    wakeAll() {
      for (const key of waiting.keys()) wake(key)
    },
  }
}
