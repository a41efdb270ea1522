import postgres from 'postgres'
import { describe, expect, test } from 'vitest'

const url = 'postgres://postgres@127.0.0.1:5432/test'

/** Speaks to PostgreSQL as its owner. */
export const database: ReturnType<typeof postgres> = postgres(url, {
  connect_timeout: 2,
  max: 2,
  fetch_types: false,
  onnotice: () => {},
})

const failure: unknown = await database`SELECT 1`.then(
  () => undefined,
  (error: unknown) => error,
)

let made = 0
const schemas: string[] = []

/** The URL of a ledger that nobody else has. */
export function freshUrl(): string {
  made += 1
  const schema = `test_${process.pid}_${process.hrtime.bigint().toString(36)}_${made}`
  schemas.push(schema)
  return `${url}?schema=${schema}`
}

export function schemaOf(fresh: string): string {
  return new URL(fresh).searchParams.get('schema') ?? ''
}

/** Removes what `freshUrl` gave. */
export async function dropSchemas(): Promise<void> {
  for (const schema of schemas.splice(0)) await database.unsafe(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  await database.end()
}

/** Ends every connection that has had to do with a schema. */
export async function endConnections(schema: string): Promise<void> {
  await database.unsafe(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'verbnoun' AND query LIKE '%${schema}%'`,
  )
}

/** Describes what needs PostgreSQL. Where none answers it is skipped, and fails in CI. */
export function withPostgres(define: () => void): void {
  const isMissing = failure !== undefined && process.env['CI'] === undefined
  describe.skipIf(isMissing)('PostgreSQL, where it answers at 127.0.0.1:5432', () => {
    test('it does', () => expect(failure).toBeUndefined())
    define()
  })
}
