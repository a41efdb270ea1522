import type { Client } from './client.ts'

const deletedAtOnce = 500

/** Deletes what has expired, a little at a time. Several processes at once take each their own. */
export function createSweep(client: Client, schema: string): () => Promise<void> {
  const some = `WITH gone AS (
      DELETE FROM ${schema}.entries WHERE key IN (
        SELECT key FROM ${schema}.entries WHERE expires <= ${schema}.time()
        ORDER BY expires LIMIT ${deletedAtOnce} FOR UPDATE SKIP LOCKED)
      RETURNING 1)
    SELECT count(*)::integer AS count FROM gone`
  return async () => {
    for (;;) {
      const [row] = await client.surely(() => client.run(some))
      if (row?.['count'] !== deletedAtOnce) return
    }
  }
}

/**
 * How many bytes the ledger holds: what its tables take on the disk and, where that is over the limit, about what is
 * alive in them, since the space of what was deleted is kept for what comes.
 */
export function createSize(client: Client, schema: string, limit: number): () => Promise<number> {
  const taken = `SELECT (pg_total_relation_size('${schema}.entries') + pg_total_relation_size('${schema}.lines'))::float8
      AS bytes, greatest(1, pg_relation_size('${schema}.entries') / current_setting('block_size')::integer)::float8 AS pages`
  return async () => {
    const [row] = await client.surely(() => client.run(taken))
    const bytes = Number(row?.['bytes'])
    if (bytes <= limit) return bytes
    const percent = Math.min(100, (100 * sampledPages) / Number(row?.['pages']))
    const alive = `SELECT coalesce(sum(pg_column_size(e.*)), 0)::float8 AS bytes
      FROM ${schema}.entries e TABLESAMPLE SYSTEM (${percent})`
    const [sample] = await client.surely(() => client.run(alive))
    return (Number(sample?.['bytes']) * 100) / percent
  }
}

const sampledPages = 1000
