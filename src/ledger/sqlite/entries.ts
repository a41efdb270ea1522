import { isObject } from '../../tool/index.ts'
import type { Change, Entry, Query, Written } from '../store.ts'
import type { Database, Value } from './driver.ts'
import { entryOf } from '../rows.ts'

/** The table of entries. Each call is one or a few statements; what must be all or nothing has `isSingle` false. */
export interface Entries {
  readonly find: (key: string) => Entry | undefined
  readonly write: (changes: readonly Change[]) => Written
  readonly renew: (key: string, version: string, leaseMs: number) => boolean
  readonly list: (query: Query) => Entry[]
  /** Deletes some of what has expired and says how much. */
  readonly deleteExpired: () => number
}

/** At most so many are deleted in one go, so that nobody waits long. */
export const deletedAtOnce = 200

const alive = '(expires IS NULL OR expires > ?)'
const columns = 'key, version, value, bytes, tag, lease, expires'

export function createEntries(database: Database, now: () => number): Entries {
  const select = database.prepare(`SELECT ${columns} FROM entries WHERE key = ? AND ${alive}`)
  const extend = database.prepare(`UPDATE entries SET lease = ? WHERE key = ? AND version = ? AND ${alive}`)
  const expire = database.prepare(
    `DELETE FROM entries WHERE rowid IN (
      SELECT rowid FROM entries WHERE tag IS NULL AND expires <= ?1 UNION ALL
      SELECT rowid FROM entries WHERE tag >= '' AND expires <= ?1 LIMIT ${deletedAtOnce})`,
  )
  const savepoint = createSavepoint(database)
  const make = createMaking(database, now)

  function find(key: string): Entry | undefined {
    const row = select.get(key, now())
    return row === undefined ? undefined : entryOf(row)
  }

  function makeAll(changes: readonly Change[]): boolean {
    const [change, second] = changes
    if (change !== undefined && second === undefined) return make(change)
    return savepoint(() => changes.every(make))
  }

  return {
    find,
    write(changes) {
      if (makeAll(changes)) return { kind: 'written', now: now() }
      return { kind: 'conflict', now: now(), entries: changes.map(({ key }) => find(key)) }
    },
    renew: (key, version, leaseMs) => Number(extend.run(now() + leaseMs, key, version, now()).changes) === 1,
    list: createListing(database, now),
    deleteExpired: () => Number(expire.run(now()).changes),
  }
}

/** Makes a change where the entry is still the one that was seen; says whether it was. */
function createMaking(database: Database, now: () => number): (change: Change) => boolean {
  const insert = database.prepare(
    `INSERT INTO entries (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
      version = excluded.version, value = excluded.value, bytes = excluded.bytes,
      tag = excluded.tag, lease = excluded.lease, expires = excluded.expires
    WHERE expires <= ?`,
  )
  const update = database.prepare(
    `UPDATE entries SET version = ?, value = ?, bytes = ?, tag = ?, lease = ?, expires = ?
    WHERE key = ? AND version = ? AND ${alive}`,
  )
  const remove = database.prepare(`DELETE FROM entries WHERE key = ? AND version = ? AND ${alive}`)
  const exists = database.prepare(`SELECT 1 FROM entries WHERE key = ? AND ${alive}`)
  return (change) => {
    const { key, expect } = change
    const time = now()
    if ('remove' in change) {
      return expect === undefined
        ? exists.get(key, time) === undefined
        : Number(remove.run(key, expect, time).changes) === 1
    }
    const values = valuesOf(change, time)
    const { changes } =
      expect === undefined ? insert.run(key, ...values, time) : update.run(...values, key, expect, time)
    return Number(changes) === 1
  }
}

function valuesOf(change: Exclude<Change, { remove: true }>, time: number): Value[] {
  const { version, value, bytes = null, tag = null, leaseMs, keepMs } = change
  const lease = leaseMs === undefined ? null : time + leaseMs
  const expires = keepMs === undefined ? null : time + keepMs
  return [version, value, bytes, tag, lease, expires]
}

/** Runs inside a transaction what is undone when it says that it was not done. */
function createSavepoint(database: Database): (run: () => boolean) => boolean {
  const begin = database.prepare('SAVEPOINT write')
  const undo = database.prepare('ROLLBACK TO write')
  const end = database.prepare('RELEASE write')
  return (run) => {
    begin.run()
    const isDone = run()
    if (!isDone) undo.run()
    end.run()
    return isDone
  }
}

function createListing(database: Database, now: () => number): (query: Query) => Entry[] {
  const range = 'key >= ? AND key < ? AND key > ?'
  const all = database.prepare(`SELECT ${columns} FROM entries WHERE ${range} AND ${alive} ORDER BY key LIMIT ?`)
  // The signs keep SQLite from reading all keys of the range: entries with a tag are few.
  const tagged = database.prepare(
    `SELECT ${columns} FROM entries WHERE +${range} AND ${alive} AND tag = ? ORDER BY +key LIMIT ?`,
  )
  return ({ prefix, tag, after = '', limit = 100 }) => {
    const values = [prefix, `${prefix}\u{10ffff}`, after, now()]
    const rows = tag === undefined ? all.all(...values, limit) : tagged.all(...values, tag, limit)
    return rows.filter(isObject).map(entryOf)
  }
}
