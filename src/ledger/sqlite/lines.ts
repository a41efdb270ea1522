import type { LogLine } from '../store.ts'
import type { Database } from './driver.ts'
import { lineOf } from '../rows.ts'

/** The table of the lines of logs. */
export interface Lines {
  readonly append: (log: string, length: number, value: string) => boolean
  readonly readLog: (log: string, range?: { after?: number; limit?: number }) => LogLine[]
  readonly lastLine: (log: string) => LogLine | undefined
}

export function createLines(database: Database, now: () => number): Lines {
  const append = database.prepare(
    `INSERT INTO lines (log, number, value, at) SELECT ?1, ?2 + 1, ?3, ?4
    WHERE (SELECT coalesce(max(number), 0) FROM lines WHERE log = ?1) = ?2`,
  )
  const read = database.prepare(
    'SELECT number, value, at FROM lines WHERE log = ? AND number > ? ORDER BY number LIMIT ?',
  )
  const last = database.prepare('SELECT number, value, at FROM lines WHERE log = ? ORDER BY number DESC LIMIT 1')
  return {
    append: (log, length, value) => Number(append.run(log, length, value, now()).changes) === 1,
    readLog: (log, { after = 0, limit = 100 } = {}) => read.all(log, after, limit).map(lineOf),
    lastLine(log) {
      const row = last.get(log)
      return row === undefined ? undefined : lineOf(row)
    },
  }
}
