import { StoreError } from '../store.ts'
import type { Client } from './client.ts'
import { codeOf } from './failure.ts'

/**
 * Brings the tables of a schema to the form that this version knows. Of several processes one does it and the others
 * wait. Rejects with a `StoreError` where a newer version has been here.
 */
export async function migrate(client: Client, schema: string): Promise<void> {
  if ((await versionOf(client, schema)) === migrations.length) return
  await client.transact(async (run) => {
    await run(`SELECT pg_advisory_xact_lock(hashtextextended('verbnoun migrations of ${schema}', 0))`)
    await run('SET LOCAL statement_timeout = 60000')
    const [{ exists } = {}] = await run(`SELECT to_regnamespace('${schema}') IS NOT NULL AS exists`)
    if (exists !== true) await run(`CREATE SCHEMA ${schema}`)
    await run(`CREATE TABLE IF NOT EXISTS ${schema}.migrations (version integer PRIMARY KEY, at timestamptz NOT NULL)`)
    const rows = await run(`SELECT max(version) AS version FROM ${schema}.migrations`)
    for (const [at, migration] of migrations.entries()) {
      if (at < known(rows)) continue
      await run(migration.replaceAll('$SCHEMA', schema))
      await run(`INSERT INTO ${schema}.migrations VALUES (${at + 1}, clock_timestamp())`)
    }
  })
}

async function versionOf(client: Client, schema: string): Promise<number> {
  try {
    return known(await client.run(`SELECT max(version) AS version FROM ${schema}.migrations`))
  } catch (error) {
    if (['42P01', '3F000'].includes(codeOf(error))) return 0
    throw error
  }
}

function known([row]: readonly Record<string, unknown>[]): number {
  const version = Number(row?.['version'] ?? 0)
  if (version <= migrations.length) return version
  throw new StoreError(
    `The ledger in PostgreSQL was written by a newer Verbnoun (form ${version}, this one knows ${migrations.length}). Take that one.`,
  )
}

// Times are milliseconds since 1970. Who writes a key waits for who else does, whether the key is there or not; locks
// are taken in one order, so that nobody waits in a circle.
const first = `
CREATE TABLE $SCHEMA.entries (
  key text COLLATE "C" PRIMARY KEY,
  version text NOT NULL,
  value text NOT NULL,
  bytes bytea,
  tag text COLLATE "C",
  lease bigint,
  expires bigint
) WITH (fillfactor = 80);
CREATE INDEX entries_by_tag ON $SCHEMA.entries (tag, key) WHERE tag IS NOT NULL;
CREATE INDEX entries_by_expiry ON $SCHEMA.entries (expires) WHERE expires IS NOT NULL;

CREATE TABLE $SCHEMA.lines (
  log text COLLATE "C",
  number bigint,
  value text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (log, number)
);

CREATE FUNCTION $SCHEMA.time() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

CREATE FUNCTION $SCHEMA.commit_as(is_relaxed boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_relaxed THEN
    PERFORM set_config('synchronous_commit', 'off', true);
  ELSIF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
END $$;

CREATE FUNCTION $SCHEMA.write(changes text, is_relaxed boolean)
RETURNS TABLE (clock float8, written boolean, key text, version text, value text, bytes bytea, tag text, lease float8, expires float8)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  wanted jsonb := changes::jsonb;
  lock bigint;
  instant bigint;
BEGIN
  PERFORM $SCHEMA.commit_as(is_relaxed);
  FOR lock IN
    SELECT hashtextextended('$SCHEMA/' || key, 0) FROM jsonb_to_recordset(wanted) AS change (key text) ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(lock);
  END LOOP;
  instant := $SCHEMA.time();
  IF EXISTS (
    SELECT FROM jsonb_to_recordset(wanted) AS change (key text, expect text)
    LEFT JOIN $SCHEMA.entries e ON e.key = change.key AND (e.expires IS NULL OR e.expires > instant)
    WHERE e.version IS DISTINCT FROM change.expect
  ) THEN
    RETURN QUERY
      SELECT instant::float8, false, e.key, e.version, e.value, e.bytes, e.tag, e.lease::float8, e.expires::float8
      FROM jsonb_array_elements(wanted) WITH ORDINALITY AS change (body, position)
      LEFT JOIN $SCHEMA.entries e ON e.key = change.body ->> 'key' AND (e.expires IS NULL OR e.expires > instant)
      ORDER BY position;
    RETURN;
  END IF;
  DELETE FROM $SCHEMA.entries e
    USING jsonb_to_recordset(wanted) AS change (key text, remove boolean)
    WHERE e.key = change.key AND change.remove;
  INSERT INTO $SCHEMA.entries (key, version, value, bytes, tag, lease, expires)
    SELECT key, version, value, decode(bytes, 'base64'), tag, instant + "leaseMs", instant + "keepMs"
    FROM jsonb_to_recordset(wanted) AS change
      (key text, version text, value text, bytes text, tag text, "leaseMs" bigint, "keepMs" bigint, remove boolean)
    WHERE remove IS NULL
    ON CONFLICT (key) DO UPDATE SET version = excluded.version, value = excluded.value, bytes = excluded.bytes,
      tag = excluded.tag, lease = excluded.lease, expires = excluded.expires;
  PERFORM pg_notify('$SCHEMA', left(key, 7000))
    FROM jsonb_to_recordset(wanted) AS change (key text, expect text) WHERE expect IS NOT NULL;
  RETURN QUERY SELECT instant::float8, true, NULL, NULL, NULL, NULL::bytea, NULL, NULL::float8, NULL::float8;
END $$;

CREATE FUNCTION $SCHEMA.renew(wanted_key text, wanted_version text, lease_ms bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  instant bigint := $SCHEMA.time();
BEGIN
  PERFORM $SCHEMA.commit_as(true);
  UPDATE $SCHEMA.entries SET lease = instant + lease_ms
    WHERE key = wanted_key AND version = wanted_version AND (expires IS NULL OR expires > instant);
  RETURN FOUND;
END $$;

CREATE FUNCTION $SCHEMA.append(wanted_log text, length bigint, line text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM $SCHEMA.commit_as(false);
  INSERT INTO $SCHEMA.lines
    SELECT wanted_log, length + 1, line, $SCHEMA.time()
    WHERE length = (SELECT coalesce(max(number), 0) FROM $SCHEMA.lines WHERE log = wanted_log)
    ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
`

const migrations = [first]
