/** What is under way, for who must not end before it. */
export interface Pending {
  readonly add: <Value>(promise: Promise<Value>) => Promise<Value>
  /** Resolves when all that was added has ended, well or not. */
  readonly ended: () => Promise<unknown>
}

export function createPending(): Pending {
  const running = new Set<Promise<unknown>>()
  return {
    async add(promise) {
      running.add(promise)
      return await promise.finally(() => running.delete(promise))
    },
    ended: () => Promise.allSettled(running),
  }
}
