import type { Options, Sql } from 'postgres'
import { StoreError } from '../store.ts'
import type { ClientOptions } from './client.ts'

export type Pool = Sql

/** Makes a pool of connections. None is opened before it is needed. */
export type Connect = (more: PoolOptions) => Pool

/** What the driver takes; its types lack one. */
export interface PoolOptions extends Options<Record<string, never>> {
  readonly onnotify?: (channel: string, message: string) => void
}

const poolSize = 8
const idleSeconds = 60

/** Rejects with a `StoreError` for a URL that the driver cannot read. */
export async function loadDriver({ url, queryMs, patienceMs }: ClientOptions): Promise<Connect> {
  const { default: postgres } = await import('postgres')
  const options: PoolOptions = {
    max: poolSize,
    idle_timeout: idleSeconds,
    connect_timeout: patienceMs / 1000,
    backoff: () => 0,
    fetch_types: false,
    onnotice: ignore,
    connection: {
      application_name: 'verbnoun',
      statement_timeout: queryMs,
      default_transaction_isolation: 'read committed',
    },
  }
  return (more) => {
    try {
      return postgres(url, { ...options, ...more })
    } catch {
      // What it throws shows the URL, with the password.
      throw new StoreError(
        'The URL of the ledger cannot be read. It has the form postgres://USER:PASSWORD@HOST/DATABASE, encoded as URLs are.',
      )
    }
  }
}

function ignore(): void {}
