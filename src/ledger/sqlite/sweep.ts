import { pragma } from './connection.ts'
import type { Database } from './driver.ts'
import { deletedAtOnce } from './entries.ts'
import type { Entries } from './entries.ts'
import type { Turns } from './turns.ts'

/** Moves at most so many pages in one go. */
const vacuumedAtOnce = 200

/** Deletes what has expired, a little at a time, and gives back pages where many are free. */
export function createSweep(database: Database, turns: Turns, entries: Entries): () => Promise<void> {
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

/** How many bytes it holds, without those that are free. */
export function sizeOf(database: Database): number {
  const pages = Number(pragma(database, 'page_count')) - Number(pragma(database, 'freelist_count'))
  return pages * Number(pragma(database, 'page_size'))
}
