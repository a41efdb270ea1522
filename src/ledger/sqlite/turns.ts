import { StoreError } from '../store.ts'
import type { Database } from './driver.ts'
import { explain, isBusy } from './failure.ts'
import { patiently } from './patience.ts'

/** Something to be written. It may run more than once, until it is committed. */
export interface Job<Value> {
  readonly run: () => Value
  /** One statement, which is all or nothing by itself. */
  readonly isSingle: boolean
  /** May be lost when the power fails. */
  readonly isRelaxed: boolean
}

/** Who may use the database when. All reject with a `StoreError`. */
export interface Turns {
  /** Runs a job with all others that are asked for before the event loop comes around: they share one commit. */
  readonly write: <Value>(job: Job<Value>) => Promise<Value>
  /** Runs at once, outside of a transaction. */
  readonly read: <Value>(run: () => Value) => Promise<Value>
  /** Waits for all that was asked for; from then on everything is refused. */
  readonly end: () => Promise<void>
}

export interface TurnsOptions {
  readonly path: string
  readonly patienceMs: number
  /** Whether a commit is on the disk before it counts, unless it is relaxed. */
  readonly isDurable: boolean
  /** Throws where nothing must be begun. */
  readonly check: () => void
}

interface Waiting extends Job<unknown> {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export function createTurns(database: Database, options: TurnsOptions): Turns {
  const { path, patienceMs } = options
  const commit = createCommit(database, options)
  const waiting: Waiting[] = []
  let turn: Promise<void> | undefined
  let isEnded = false

  async function takeTurns(): Promise<void> {
    while (waiting.length > 0) {
      await new Promise(setImmediate)
      await settle(waiting.splice(0))
    }
    turn = undefined
  }

  async function settle(jobs: readonly Waiting[]): Promise<void> {
    try {
      const values = await patiently(() => commit(jobs), patienceMs)
      for (const [at, { resolve }] of jobs.entries()) resolve(values[at])
    } catch (error) {
      // What one of them is refused for is not the others' fault, unless nobody may write at all.
      if (jobs.length > 1 && !isBusy(error)) for (const job of jobs) await settle([job])
      else for (const { reject } of jobs) reject(explain(error, path))
    }
  }

  function refuseWhenEnded(): void {
    if (isEnded) throw new StoreError(`The ledger ${path} is closed.`)
  }

  return {
    write: async <Value>(job: Job<Value>) => {
      refuseWhenEnded()
      return await new Promise<Value>((resolve, reject) => {
        // What a job gives goes to who asked for that job.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        waiting.push({ ...job, resolve: resolve as (value: unknown) => void, reject })
        turn ??= takeTurns()
      })
    },
    async read(run) {
      refuseWhenEnded()
      return await patiently(run, patienceMs).catch((error: unknown) => {
        throw explain(error, path)
      })
    },
    async end() {
      isEnded = true
      await turn
    },
  }
}

function createCommit(database: Database, { check, isDurable }: TurnsOptions): (jobs: readonly Waiting[]) => unknown[] {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const end = database.prepare('COMMIT')
  let isSynced: boolean | undefined

  function sync(isWanted: boolean): void {
    if (isSynced === isWanted) return
    database.exec(`PRAGMA synchronous = ${isWanted ? 'FULL' : 'NORMAL'}`)
    isSynced = isWanted
  }

  return (jobs) => {
    const isRelaxed = jobs.every((job) => job.isRelaxed)
    if (!isRelaxed) check()
    sync(isDurable && !isRelaxed)
    const [first, second] = jobs
    if (first?.isSingle === true && second === undefined) return [first.run()]
    begin.run()
    try {
      const values = jobs.map(({ run }) => run())
      end.run()
      return values
    } catch (error) {
      rollBack(database)
      throw error
    }
  }
}

/** After some failures SQLite has done so itself, and says that there is nothing to roll back. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    return
  }
}
