import { isObject } from '../tool/index.ts'
import type { Entry, LogLine } from './store.ts'
import { StoreError } from './store.ts'

/** A row of a table of entries, by the names of an entry. */
export function entryOf(row: unknown): Entry {
  const { key, version, value, bytes, tag, lease, expires } = isObject(row) ? row : {}
  if (typeof key !== 'string' || typeof version !== 'string' || typeof value !== 'string') throw unreadable()
  return {
    key,
    version,
    value,
    ...(bytes instanceof Uint8Array && { bytes }),
    ...(typeof tag === 'string' && { tag }),
    ...(typeof lease === 'number' && { lease }),
    ...(typeof expires === 'number' && { expires }),
  }
}

/** A row of a table of lines. */
export function lineOf(row: unknown): LogLine {
  const { number, value, at } = isObject(row) ? row : {}
  if (typeof number !== 'number' || typeof value !== 'string' || typeof at !== 'number') throw unreadable()
  return { number, value, at }
}

export function unreadable(): StoreError {
  return new StoreError('The ledger holds a row that cannot be read.')
}
