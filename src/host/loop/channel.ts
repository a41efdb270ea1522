/** Takes items from many sides, gives them to one reader in the order in which they came. */
export interface Channel<Item> {
  readonly put: (item: Item) => void
  /** What was put is still read; what is put later is not. */
  readonly close: () => void
  readonly read: () => AsyncGenerator<Item, void, undefined>
}

export function createChannel<Item>(): Channel<Item> {
  const items: Item[] = []
  const state: { isClosed: boolean; wake?: () => void } = { isClosed: false }
  return {
    put(item) {
      if (state.isClosed) return
      items.push(item)
      state.wake?.()
    },
    close() {
      state.isClosed = true
      state.wake?.()
    },
    async *read() {
      for (;;) {
        yield* items.splice(0)
        if (items.length > 0) continue
        if (state.isClosed) return
        await new Promise<void>((resolve) => {
          state.wake = resolve
        })
      }
    },
  }
}
