import type { Change } from './store.ts'
import { StoreError } from './store.ts'

/** Throws a `StoreError` for texts that a database would cut or mend: those with NUL or with half a character. */
export function requireText(texts: readonly (string | undefined)[]): void {
  if (texts.some((text) => text !== undefined && (text.includes('\0') || !text.isWellFormed())))
    throw new StoreError('A ledger keeps text without NUL and without halves of characters, and was given other.')
}

/** The texts of changes. */
export function textsOf(changes: readonly Change[]): (string | undefined)[] {
  return changes.flatMap((change) =>
    'remove' in change ? [change.key] : [change.key, change.version, change.value, change.tag],
  )
}
