import { StoreError } from './store.ts'

/** What stands behind the `?` of a store's URL. Throws a `StoreError` for a name that the store does not know. */
export function readParameters<Name extends string>(
  url: string,
  known: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {}
  for (const [name, value] of new URLSearchParams(/\?(.*)$/s.exec(url)?.[1])) {
    const found = known.find((each) => each === name)
    if (found === undefined) throw new StoreError(`A ledger there has no "${name}". It has ${known.join(', ')}.`)
    values[found] = value
  }
  return values
}

const units: Record<string, number> = { '': 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/** A limit as people write it: `1073741824`, `500MB`. Throws a `StoreError` for what is none. */
export function bytesOf(limit: string | undefined): { limit?: number } {
  if (limit === undefined) return {}
  const [, digits = '', unit = ''] = /^(\d+) ?([kmg]b)?$/i.exec(limit) ?? []
  const bytes = Number(digits) * (units[unit.toLowerCase()] ?? 1)
  if (bytes > 0) return { limit: bytes }
  throw new StoreError(`limit wants bytes, such as 1073741824 or 500MB, not "${limit}".`)
}
