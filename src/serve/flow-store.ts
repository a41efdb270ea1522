/** What must be remembered of calls that wait for an answer. Servers that share calls share one. */
export interface FlowStore {
  /** Whether this is the first to claim `id`, which stays claimed until `expires`. */
  readonly claim: (id: string, expires: number) => boolean
  /** Keeps a text that is too long to travel; false where there is no room. */
  readonly hold: (id: string, text: string, expires: number) => boolean
  readonly held: (id: string) => string | undefined
}

const claimLimit = 100_000
/** In characters. */
const heldLimit = 64_000_000

/** Remembers in this process. What is full refuses: nothing that still holds is forgotten. */
export function memoryFlowStore(now: () => number): FlowStore {
  const claims = new Map<string, number>()
  const texts = new Map<string, { readonly text: string; readonly expires: number }>()
  let size = 0

  function sweep(): void {
    for (const [id, expires] of claims) if (expires <= now()) claims.delete(id)
    for (const [id, { text, expires }] of texts) {
      if (expires > now()) continue
      texts.delete(id)
      size -= text.length
    }
  }

  return {
    claim(id, expires) {
      if (claims.size >= claimLimit) sweep()
      if (claims.size >= claimLimit || (claims.get(id) ?? 0) > now()) return false
      claims.set(id, expires)
      return true
    },
    hold(id, text, expires) {
      if (size + text.length > heldLimit) sweep()
      if (size + text.length > heldLimit) return false
      size += text.length
      texts.set(id, { text, expires })
      return true
    },
    held: (id) => texts.get(id)?.text,
  }
}
