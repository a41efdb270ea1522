import type { Change, Entry, LogLine } from '../store.ts'
import { StoreError } from '../store.ts'
import type { Row } from './client.ts'

/** The columns of an entry in a query. */
export const columns =
  'e.key, e.version, e.value, e.bytes, e.tag, e.lease::float8 AS lease, e.expires::float8 AS expires'

/** What holds of an entry that has not expired. */
export function alive(schema: string): string {
  return `(e.expires IS NULL OR e.expires > ${schema}.time())`
}

/** An entry; undefined for a row that says that there is none. */
export function entryOf({ key, version, value, bytes, tag, lease, expires }: Row): Entry | undefined {
  if (key === null) return undefined
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

export function lineOf({ number, value, at }: Row): LogLine {
  if (typeof number !== 'number' || typeof value !== 'string' || typeof at !== 'number') throw unreadable()
  return { number, value, at }
}

/** The time of the database, which every row of a query says. */
export function clockOf(rows: readonly Row[]): number {
  const clock = rows[0]?.['clock']
  if (typeof clock !== 'number') throw unreadable()
  return clock
}

/** Changes as the function of the schema takes them. */
export function writeChanges(changes: readonly Change[]): string {
  return JSON.stringify(
    changes.map((change) => ({
      ...change,
      ...('bytes' in change && change.bytes !== undefined && { bytes: Buffer.from(change.bytes).toString('base64') }),
    })),
  )
}

function unreadable(): StoreError {
  return new StoreError('The ledger holds a row that cannot be read.')
}
