import process from 'node:process'
import { isObject } from '../../tool/index.ts'
import { StoreError } from '../store.ts'

export type Value = string | number | Uint8Array | null

/** What `node:sqlite` and `libsql` have in common. All of it is synchronous and throws what the driver throws. */
export interface Database {
  exec(sql: string): unknown
  prepare(sql: string): Statement
  close(): unknown
}

export interface Statement {
  run(...values: Value[]): { readonly changes: number | bigint }
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

/** Opens a file, or makes it. */
export type OpenDatabase = (path: string) => Database

/** The SQLite of this Node, else the package `libsql`. Rejects with a `StoreError` where there is neither. */
export async function loadDriver(): Promise<OpenDatabase> {
  const own: unknown = process.getBuiltinModule('node:sqlite')
  if (hasDatabase(own)) return (path) => new own.DatabaseSync(path)
  const { default: Libsql } = await import('libsql').catch((cause: unknown) => {
    throw new StoreError(
      'This Node has no SQLite, and the package "libsql" has none for this platform. Take Node 22.13 or newer, PostgreSQL, or "memory:" for a single process.',
      { cause },
    )
  })
  return (path) => new Libsql(path)
}

function hasDatabase(module: unknown): module is { readonly DatabaseSync: new (path: string) => Database } {
  return isObject(module) && typeof module['DatabaseSync'] === 'function'
}
