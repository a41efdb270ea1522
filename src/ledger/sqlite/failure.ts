import { isObject } from '../../tool/index.ts'
import { StoreError } from '../store.ts'

/** Somebody else is writing, opening or closing at this moment. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code === 5 || code === 6
}

/** What a driver threw, as it is told to who runs the server. Nothing was changed, or all of it. */
export function explain(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error
  const reason = reasons[codeOf(error) ?? 0]
  const said = error instanceof Error ? error.message : String(error)
  return new StoreError(`${reason?.(path) ?? `The ledger ${path} failed.`} (SQLite: ${said})`, { cause: error })
}

/** See https://www.sqlite.org/rescode.html. */
const reasons: Record<number, (path: string) => string> = {
  5: (path) => `The ledger ${path} is locked by another process, and stays so. Find out which has it open.`,
  6: (path) => `The ledger ${path} is locked by another process, and stays so. Find out which has it open.`,
  8: (path) => `The ledger ${path} cannot be written to. ${elsewhere}`,
  10: (path) => `The ledger ${path} cannot be read or written: the disk failed, or is full.`,
  11: damaged,
  13: (path) => `The disk of the ledger ${path} is full. Make room: nothing runs that must not run twice.`,
  14: (path) => `The ledger ${path} cannot be opened. ${elsewhere}`,
  26: damaged,
}

export const elsewhere =
  'Let this user write there, name another place, or take "memory:" for a single process that may forget.'

function damaged(path: string): string {
  return `The file ${path} is no ledger, or is damaged. It was left as it is: restore it from a copy, or move it away where what it knew may be forgotten.`
}

/** SQLite's primary result code. */
function codeOf(error: unknown): number | undefined {
  if (!isObject(error)) return undefined
  const code = error['errcode'] ?? error['rawCode']
  return typeof code === 'number' ? code & 0xff : undefined
}
