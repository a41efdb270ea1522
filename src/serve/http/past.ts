/** Something remembered. */
export interface Remembered {
  /** In characters. */
  readonly length: number
  /** Called where it has to make place. */
  readonly forget: () => void
}

/** What all streams of an endpoint remember together. */
export interface Past {
  readonly add: (one: Remembered) => void
  readonly remove: (one: Remembered) => void
}

/** A past of so many characters. The oldest makes place for what is new. */
export function createPast(limit: number): Past {
  const all = new Set<Remembered>()
  let length = 0

  function remove(one: Remembered): void {
    if (all.delete(one)) length -= one.length
  }

  return {
    add(one) {
      all.add(one)
      length += one.length
      for (const oldest of all) {
        if (length <= limit || oldest === one) return
        remove(oldest)
        oldest.forget()
      }
    },
    remove,
  }
}
