import type { Change, Entry, Store, WriteOptions, Written } from './store.ts'

/**
 * Writes, and once more where the store failed on the way: the versions tell whether the first try was made after all.
 * Rejects where it fails twice; then nobody knows.
 */
export async function writeSurely(
  store: Store,
  changes: readonly Change[],
  options: WriteOptions = {},
): Promise<Written> {
  try {
    return await store.write(changes, options)
  } catch {
    const again = await store.write(changes, options)
    if (again.kind === 'written') return again
    return isMade(changes, again.entries) ? { kind: 'written', now: again.now } : again
  }
}

/** Whether what stands there is what these changes make: who finds that after a failure has made them. */
export function isMade(changes: readonly Change[], entries: readonly (Entry | undefined)[]): boolean {
  return changes.every((change, at) => entries[at]?.version === ('remove' in change ? undefined : change.version))
}

const soonMs = [20, 100, 500]
const laterMs = 2000
const patienceMs = 600_000

/**
 * Tries until it succeeds, for ten minutes. Resolves at the first success, rejects when it has failed a few times, and
 * then goes on by itself.
 */
export async function insist<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (const ms of soonMs) {
    try {
      return await attempt()
    } catch {
      await elapsed(ms)
    }
  }
  try {
    return await attempt()
  } catch (error) {
    void insistLater(attempt)
    throw error
  }
}

async function insistLater(attempt: () => Promise<unknown>): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += laterMs) {
    await elapsed(laterMs)
    const isDone = await attempt().then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
