import { connect } from './sqlite/connection.ts'
import { loadDriver } from './sqlite/driver.ts'
import type { Database } from './sqlite/driver.ts'
import { createEntries } from './sqlite/entries.ts'
import { explain } from './sqlite/failure.ts'
import { createPathCheck, prepareFile } from './sqlite/file.ts'
import { createLines } from './sqlite/lines.ts'
import { patiently } from './sqlite/patience.ts'
import { createSweep, sizeOf } from './sqlite/sweep.ts'
import { createTurns } from './sqlite/turns.ts'
import { createWaiting } from './sqlite/waiting.ts'
import { createPending } from './pending.ts'
import { createRoom } from './room.ts'
import type { Change, Store, WriteOptions, Written } from './store.ts'
import { requireText, textsOf } from './text.ts'

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
  const { path, patienceMs = 5000, sweepMs = 60_000 } = options
  const open = await loadDriver()
  prepareFile(path)
  const database = await connect(path, open, patienceMs * openingFactor)
  const { sweep, doubt, end, ...store } = await patiently(() => storeIn(database, options), patienceMs).catch(
    (error: unknown) => {
      database.close()
      throw explain(error, path)
    },
  )
  const sweeper = setInterval(() => {
    doubt()
    void sweep().catch(later)
  }, sweepMs)
  sweeper.unref()

  async function close(): Promise<void> {
    clearInterval(sweeper)
    await end()
    database.close()
  }

  let closing: Promise<void> | undefined
  return { ...store, sweep, close: () => (closing ??= close()) }
}

/** Many may begin at once, and each writes first; who opens is not waited for as who calls is. */
const openingFactor = 4

interface Storing extends Omit<Store, 'close'> {
  /** Measures again before the next entry that is new. */
  readonly doubt: () => void
  /** Waits for what was asked for and refuses what comes. */
  readonly end: () => Promise<void>
}

function storeIn(database: Database, options: SqliteOptions): Storing {
  const { path, now, limit = 2 ** 30, patienceMs = 5000, synchronous = 'full' } = options
  const isDurable = synchronous === 'full'
  const turns = createTurns(database, { path, patienceMs, isDurable, check: createPathCheck(path) })
  const entries = createEntries(database, now)
  const lines = createLines(database, now)
  const waiting = createWaiting(database, turns, entries)
  const sweep = createSweep(database, turns, entries)
  const room = createRoom({
    limit,
    sweep,
    measure: () => turns.read(() => sizeOf(database)),
    name: `The ledger ${path}`,
  })
  const writing = createPending()

  async function write(changes: readonly Change[], { relaxed = false }: WriteOptions = {}): Promise<Written> {
    requireText(textsOf(changes))
    await room.admit(changes)
    const isSingle = changes.length === 1
    const written = await turns.write({ run: () => entries.write(changes), isSingle, isRelaxed: relaxed })
    if (written.kind === 'written') for (const { key } of changes) waiting.wake(key)
    return written
  }

  return {
    read: (keys) => turns.read(() => ({ now: now(), entries: keys.map(entries.find) })),
    write: (changes, given) => writing.add(write(changes, given)),
    renew: (key, version, leaseMs) =>
      turns.write({ run: () => entries.renew(key, version, leaseMs), isSingle: true, isRelaxed: true }),
    list: (query) => turns.read(() => entries.list(query)),
    changed: waiting.changed,
    async append(...[log, length, value, { relaxed = false } = {}]) {
      requireText([log, value])
      return await turns.write({ run: () => lines.append(log, length, value), isSingle: true, isRelaxed: relaxed })
    },
    readLog: (log, range) => turns.read(() => lines.readLog(log, range)),
    lastLine: (log) => turns.read(() => lines.lastLine(log)),
    sweep,
    doubt: room.doubt,
    async end() {
      await writing.ended()
      await turns.end()
      waiting.end()
    },
  }
}

/** The sweep is tried again, and who needs its room is told. */
function later(): void {}
