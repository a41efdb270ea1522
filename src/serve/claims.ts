/** What may happen once. The store that several processes share has the same two doors. */
export interface Claims {
  /** Whether this is the first to claim `id`, which stays claimed until `expires`. */
  claim(id: string, expires: number): boolean
}

const capacity = 100_000

/** Claims of this process. When it is full of claims that still hold, nothing more can be claimed. */
export function memoryClaims(now: () => number): Claims {
  const claimed = new Map<string, number>()

  function sweep(): void {
    for (const [id, expires] of claimed) if (expires <= now()) claimed.delete(id)
  }

  return {
    claim(id, expires) {
      if (claimed.size >= capacity) sweep()
      if (claimed.size >= capacity || (claimed.get(id) ?? 0) > now()) return false
      claimed.set(id, expires)
      return true
    },
  }
}
