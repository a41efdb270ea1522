/** What `untilAborted` gives where the signal was first. */
export const aborted: unique symbol = Symbol('aborted')

/**
 * What some work gives, unless the signal aborts first: then what becomes of it is heard no more. Work is not begun
 * behind an aborted signal.
 */
export async function untilAborted<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value | typeof aborted> {
  if (signal.aborted) return aborted
  const over = new AbortController()
  try {
    return await new Promise<Value | typeof aborted>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(aborted), { signal: over.signal })
      begun(work).then(resolve, reject)
    })
  } finally {
    over.abort()
  }
}

/** Ports may throw before they give a promise. */
async function begun<Value>(work: () => Promise<Value>): Promise<Value> {
  return await work()
}
