import { isMade } from './insist.ts'
import { createPending } from './pending.ts'
import { readAddress } from './postgres/address.ts'
import { createClient } from './postgres/client.ts'
import type { Client } from './postgres/client.ts'
import { alive, clockOf, columns, foundIn, writeChanges } from './postgres/rows.ts'
import { migrate } from './postgres/schema.ts'
import { createSize, createSweep } from './postgres/sweep.ts'
import { createWaiting } from './postgres/waiting.ts'
import { createRoom } from './room.ts'
import { lineOf } from './rows.ts'
import type { Change, Store, WriteOptions, Written } from './store.ts'
import { requireText, textsOf } from './text.ts'

export interface PostgresOptions {
  /** `postgres://USER@HOST/DATABASE`, with `?schema=NAME` (default: `verbnoun`) and `?limit=BYTES` where wanted. */
  readonly url: string
  /** How often what has expired is deleted, in milliseconds. Default: every minute. */
  readonly sweepMs?: number
  /** How long to try where the database cannot be reached, in milliseconds. Default: 5 seconds. */
  readonly patienceMs?: number
  /** How long one query may take, in milliseconds. Default: 5 seconds. */
  readonly queryMs?: number
}

/**
 * A store in PostgreSQL, for processes on many machines. Its clock is the database's. Rejects with a `StoreError` for a
 * database that cannot be reached or used, or was written by a newer version.
 */
export async function postgresStore(options: PostgresOptions): Promise<Store> {
  const { sweepMs = 60_000, patienceMs = 5000, queryMs = 5000 } = options
  const { url, schema, limit = 2 ** 30, name } = readAddress(options.url)
  const client = await createClient({ url, name, patienceMs, queryMs })
  await client
    .surely(() => migrate(client, schema))
    .catch(async (error: unknown) => {
      await client.end()
      throw error
    })
  const waiting = createWaiting(client, schema)
  const sweep = createSweep(client, schema)
  const room = createRoom({ limit, sweep, measure: createSize(client, schema, limit), name })
  const write = createWriting(client, schema)
  const writing = createPending()
  const sweeper = setInterval(() => {
    room.doubt()
    void sweep().catch(later)
  }, sweepMs)
  sweeper.unref()
  async function close(): Promise<void> {
    clearInterval(sweeper)
    await writing.ended()
    await waiting.end()
    await client.end()
    waiting.doubt()
  }

  let closing: Promise<void> | undefined
  return {
    ...createReading(client, schema),
    ...createLogs(client, schema),
    write: (changes, given) => writing.add(room.admit(changes).then(() => write(changes, given))),
    renew: createRenewal(client, schema),
    changed: waiting.changed,
    sweep,
    close: () => (closing ??= close()),
  }
}

function createRenewal(client: Client, schema: string): Store['renew'] {
  const query = `SELECT ${schema}.renew($1, $2, $3) AS done`
  return async (key, version, leaseMs) => {
    const [row] = await client.surely(() => client.run(query, [key, version, Math.round(leaseMs)]))
    return row?.['done'] === true
  }
}

/**
 * A write whose connection broke is written again: it waits for the first, if that is still under way, and where that
 * was made, all versions are its own.
 */
function createWriting(
  client: Client,
  schema: string,
): (changes: readonly Change[], options?: WriteOptions) => Promise<Written> {
  const query = `SELECT * FROM ${schema}.write($1, $2)`
  return async (changes, { relaxed = false } = {}) => {
    requireText(textsOf(changes))
    let tries = 0
    const rows = await client.surely(() => {
      tries += 1
      return client.run(query, [writeChanges(changes), relaxed])
    })
    const now = clockOf(rows)
    if (rows[0]?.['written'] === true) return { kind: 'written', now }
    const entries = rows.map(foundIn)
    return tries > 1 && isMade(changes, entries) ? { kind: 'written', now } : { kind: 'conflict', now, entries }
  }
}

function createReading(client: Client, schema: string): Pick<Store, 'read' | 'list'> {
  const find = `SELECT ${schema}.time()::float8 AS clock, ${columns}
    FROM jsonb_array_elements_text($1::text::jsonb) WITH ORDINALITY AS wanted (key, position)
    LEFT JOIN ${schema}.entries e ON e.key = wanted.key AND ${alive(schema)} ORDER BY position`
  const range = `e.key >= $1 AND e.key < $2 AND e.key > $3 AND ${alive(schema)}`
  const all = `SELECT ${columns} FROM ${schema}.entries e WHERE ${range} ORDER BY e.key LIMIT $4`
  const tagged = `SELECT ${columns} FROM ${schema}.entries e WHERE ${range} AND e.tag = $5 ORDER BY e.key LIMIT $4`
  return {
    async read(keys) {
      if (keys.length === 0) return { now: await timeOf(client, schema), entries: [] }
      const rows = await client.surely(() => client.run(find, [JSON.stringify(keys)]))
      return { now: clockOf(rows), entries: rows.map(foundIn) }
    },
    async list({ prefix, tag, after = '', limit = 100 }) {
      const values = [prefix, `${prefix}\u007f`, after, limit]
      const rows = await client.surely(() =>
        tag === undefined ? client.run(all, values) : client.run(tagged, [...values, tag]),
      )
      return rows.flatMap((row) => foundIn(row) ?? [])
    },
  }
}

async function timeOf(client: Client, schema: string): Promise<number> {
  return clockOf(await client.surely(() => client.run(`SELECT ${schema}.time()::float8 AS clock`)))
}

function createLogs(client: Client, schema: string): Pick<Store, 'append' | 'readLog' | 'lastLine'> {
  const lines = `SELECT number::float8 AS number, value, at::float8 AS at FROM ${schema}.lines WHERE log = $1`
  return {
    /** Not tried again: two may append the same. */
    async append(log, length, value) {
      requireText([log, value])
      const [row] = await client.once(() =>
        client.run(`SELECT ${schema}.append($1, $2, $3) AS done`, [log, length, value]),
      )
      return row?.['done'] === true
    },
    async readLog(log, { after = 0, limit = 100 } = {}) {
      const query = `${lines} AND number > $2 ORDER BY number LIMIT $3`
      return (await client.surely(() => client.run(query, [log, after, limit]))).map(lineOf)
    },
    async lastLine(log) {
      const query = `${lines} ORDER BY number DESC LIMIT 1`
      return (await client.surely(() => client.run(query, [log]))).map(lineOf)[0]
    },
  }
}

/** The sweep is tried again, and who needs its room is told. */
function later(): void {}
