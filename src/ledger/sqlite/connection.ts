import { isObject } from '../../tool/index.ts'
import { StoreError } from '../store.ts'
import type { Database, OpenDatabase } from './driver.ts'
import { explain } from './failure.ts'
import { patiently } from './patience.ts'

/** Opens a ledger and brings its tables to the form that this version knows. Rejects with a `StoreError`. */
export async function connect(path: string, open: OpenDatabase, patienceMs: number): Promise<Database> {
  return await patiently(() => openPrepared(path, open), patienceMs).catch((error: unknown) => {
    throw explain(error, path)
  })
}

/** Each try has a connection of its own: one that was refused may still see the file as it was, and be refused again. */
function openPrepared(path: string, open: OpenDatabase): Database {
  const database = open(path)
  try {
    prepare(database, path)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite may wait this long by itself, in milliseconds. All that is longer would hold up the whole process. */
const busyMs = 5
/** In pages of 4 KiB: how much is written before it is moved from the log to its place. */
const checkpointPages = 2000
const schemaVersion = 1
/** "vbnl": whose file it is. See https://www.sqlite.org/fileformat.html#application_id. */
const applicationId = 0x76_62_6e_6c

function prepare(database: Database, path: string): void {
  database.exec(`PRAGMA busy_timeout = ${busyMs}`)
  const found = inspect(database, path)
  database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  const mode = pragma(database, 'journal_mode = WAL', 'journal_mode')
  if (mode !== 'wal') throw new StoreError(`The ledger ${path} lies where SQLite cannot share it. Name a local disk.`)
  database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`)
  if (found < schemaVersion) migrate(database, path)
}

/** The version of its tables; 0 where there are none. */
function inspect(database: Database, path: string): number {
  const version = Number(pragma(database, 'user_version'))
  if (version > schemaVersion) {
    throw new StoreError(
      `The ledger ${path} was written by a newer Verbnoun (form ${version}, this one knows ${schemaVersion}). Take that one.`,
    )
  }
  const isOurs = pragma(database, 'application_id') === applicationId
  if (!isOurs && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
    throw new StoreError(`The file ${path} is the database of another program. Name another place for the ledger.`)
  }
  return version
}

function migrate(database: Database, path: string): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    if (inspect(database, path) < schemaVersion) database.exec(schema)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

// What is open stands beside what expires last, so that one page of the second index changes when a call ends.
const schema = `
CREATE TABLE entries (
  key TEXT NOT NULL PRIMARY KEY,
  version TEXT NOT NULL,
  value TEXT NOT NULL,
  bytes BLOB,
  tag TEXT,
  lease INTEGER,
  expires INTEGER
) STRICT;
CREATE INDEX entries_by_tag ON entries (tag, expires);
CREATE TABLE lines (
  log TEXT NOT NULL,
  number INTEGER NOT NULL,
  value TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (log, number)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`

/** Gives or sets a setting of the database and says what it is. */
export function pragma(database: Database, setting: string, column: string = setting): unknown {
  const row = database.prepare(`PRAGMA ${setting}`).get()
  return isObject(row) ? row[column] : undefined
}
