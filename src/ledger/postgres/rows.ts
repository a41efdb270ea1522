import { entryOf, unreadable } from '../rows.ts'
import type { Change, Entry } from '../store.ts'
import type { Row } from './client.ts'

/** The columns of an entry in a query. */
export const columns =
  'e.key, e.version, e.value, e.bytes, e.tag, e.lease::float8 AS lease, e.expires::float8 AS expires'

/** What holds of an entry that has not expired. */
export function alive(schema: string): string {
  return `(e.expires IS NULL OR e.expires > ${schema}.time())`
}

/** An entry; undefined for a row that says that there is none. */
export function foundIn(row: Row): Entry | undefined {
  return row['key'] === null ? undefined : entryOf(row)
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
