import { connect, pragma } from './sqlite/connection.ts'
import { loadDriver } from './sqlite/driver.ts'
import type { Database } from './sqlite/driver.ts'
import { createEntries, deletedAtOnce } from './sqlite/entries.ts'
import type { Entries } from './sqlite/entries.ts'
import { isBusy } from './sqlite/failure.ts'
import { createPathCheck, prepareFile } from './sqlite/file.ts'
import { createLines } from './sqlite/lines.ts'
import { createPolling } from './sqlite/polling.ts'
import { createTurns } from './sqlite/turns.ts'
import type { Turns } from './sqlite/turns.ts'
import { createRoom } from './room.ts'
import type { Store } from './store.ts'
import { createWatchers } from './watchers.ts'

export interface SqliteOptions {
  /** The file. It is made where it is not there, with its folder. It must lie on a local disk. */
  readonly path: string
  readonly now: () => number
  /** Whether what is written, unless relaxed, survives that the power fails. Default: `full`, it does. */
  readonly synchronous?: 'full' | 'normal'
  /** In bytes, about. New entries are refused beyond. Default: 1 GiB. */
  readonly limit?: number
  /** How often what has expired is deleted, in milliseconds. Default: every minute. */
  readonly sweepMs?: number
  /** How long to wait for another process that holds the file, in milliseconds. Default: 5 seconds. */
  readonly patienceMs?: number
}

/**
 * A store in a file, for all processes of this machine. Rejects with a `StoreError` for a file that cannot be written to
 * or is no ledger of a form that this version knows.
 */
export async function sqliteStore(options: SqliteOptions): Promise<Store> {
  const { path, patienceMs = 5000, sweepMs = 60_000, synchronous = 'full' } = options
  const open = await loadDriver()
  prepareFile(path)
  const database = await connect(path, open, patienceMs)
  const isDurable = synchronous === 'full'
  const turns = createTurns(database, { path, patienceMs, isDurable, check: createPathCheck(path) })
  const { sweep, doubt, ...store } = storeIn(database, turns, options)
  const sweeper = setInterval(() => {
    doubt()
    void sweep().catch(later)
  }, sweepMs)
  sweeper.unref()
  return {
    ...store,
    sweep,
    async close() {
      clearInterval(sweeper)
      await turns.end()
      database.close()
    },
  }
}

function storeIn(
  database: Database,
  turns: Turns,
  { path, now, limit = 2 ** 30 }: SqliteOptions,
): Omit<Store, 'close'> & { doubt: () => void } {
  const entries = createEntries(database, now)
  const lines = createLines(database, now)
  const { changed, wake } = createWaiting(database, turns, entries)
  const sweep = createSweep(database, turns, entries)
  const room = createRoom({ limit, sweep, measure: async () => sizeOf(database), name: `The ledger ${path}` })
  return {
    read: (keys) => turns.read(() => ({ now: now(), entries: keys.map(entries.find) })),
    async write(changes, { relaxed: isRelaxed = false } = {}) {
      await room.admit(changes)
      const written = await turns.write({
        run: () => entries.write(changes),
        isSingle: changes.length === 1,
        isRelaxed,
      })
      if (written.kind === 'written') for (const { key } of changes) wake(key)
      return written
    },
    renew: (key, version, leaseMs) =>
      turns.write({ run: () => entries.renew(key, version, leaseMs), isSingle: true, isRelaxed: true }),
    list: (query) => turns.read(() => entries.list(query)),
    changed,
    append: (log, length, value) =>
      turns.write({ run: () => lines.append(log, length, value), isSingle: true, isRelaxed: false }),
    readLog: (log, range) => turns.read(() => lines.readLog(log, range)),
    lastLine: (log) => turns.read(() => lines.lastLine(log)),
    sweep,
    doubt: room.doubt,
  }
}

/** Waiting for entries to change, in this process and in others. */
function createWaiting(
  database: Database,
  turns: Turns,
  entries: Entries,
): Pick<Store, 'changed'> & { wake: (key: string) => void } {
  const watchers = createWatchers()
  const polling = createPolling(() => Number(pragma(database, 'data_version')), watchers.wakeAll)
  return {
    wake: watchers.wake,
    async changed(key, version, signal) {
      const stop = polling.wait()
      let failure: unknown
      const isOver = (): boolean => {
        try {
          return entries.find(key)?.version !== version
        } catch (error) {
          if (isBusy(error)) polling.doubt()
          else failure = error
          return !isBusy(error)
        }
      }
      await watchers.watch(key, signal, isOver)
      stop()
      if (failure !== undefined) await turns.read(() => entries.find(key))
    },
  }
}

/** Moves at most so many pages in one go. */
const vacuumedAtOnce = 200

/** Deletes what has expired, a little at a time, and gives back pages where many are free. */
function createSweep(database: Database, turns: Turns, entries: Entries): () => Promise<void> {
  const inTurn = <Value>(run: () => Value): Promise<Value> => turns.write({ run, isSingle: true, isRelaxed: true })

  async function vacuum(before = Infinity): Promise<void> {
    const free = Number(await turns.read(() => pragma(database, 'freelist_count')))
    const all = Number(await turns.read(() => pragma(database, 'page_count')))
    if (free < vacuumedAtOnce || free < all / 10 || free >= before) return
    await inTurn(() => database.exec(`PRAGMA incremental_vacuum(${vacuumedAtOnce})`))
    await vacuum(free)
  }

  return async () => {
    let deleted = 0
    for (let last = deletedAtOnce; last === deletedAtOnce; deleted += last) last = await inTurn(entries.deleteExpired)
    if (deleted === 0) return
    await vacuum()
    await turns.read(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  }
}

function sizeOf(database: Database): number {
  const pages = Number(pragma(database, 'page_count')) - Number(pragma(database, 'freelist_count'))
  return pages * Number(pragma(database, 'page_size'))
}

/** The sweep is tried again, and who needs its room is told. */
function later(): void {}
