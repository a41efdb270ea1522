import type { Store } from './store.ts'

/** Appends to a log, behind whatever others append meanwhile. Returns the number of the line. */
export async function appendLine(store: Store, log: string, value: string): Promise<number> {
  for (;;) {
    const { number = 0 } = (await store.lastLine(log)) ?? {}
    if (await store.append(log, number, value)) return number + 1
  }
}
