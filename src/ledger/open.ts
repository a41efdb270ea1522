import { resolve } from 'node:path'
import { memoryStore } from './memory.ts'
import { bytesOf, readParameters } from './parameters.ts'
import type { Store } from './store.ts'
import { StoreError } from './store.ts'

export interface OpenOptions {
  /** What a relative path is relative to. */
  readonly cwd: string
  /** The clock of stores that have none of their own. */
  readonly now: () => number
}

/**
 * Opens the store that a URL names: `sqlite:PATH`, `postgres://…` or `memory:`, each with `?limit=BYTES` where wanted;
 * SQLite also takes `synchronous=normal`, PostgreSQL `schema=NAME`. Rejects with a `StoreError` for any other and for a
 * place that cannot be used. No message shows a password.
 */
export async function openStore(url: string, { cwd, now }: OpenOptions): Promise<Store> {
  const scheme = /^[a-z]*(?=:)/.exec(url)?.[0] ?? ''
  switch (scheme) {
    case 'memory': {
      const { limit } = readParameters(url, ['limit'])
      return memoryStore({ now, ...bytesOf(limit) })
    }
    case 'sqlite': {
      const { sqliteStore } = await import('./sqlite.ts')
      const { limit, synchronous } = readParameters(url, ['limit', 'synchronous'])
      return await sqliteStore({ path: resolve(cwd, pathOf(url)), now, ...bytesOf(limit), ...modeOf(synchronous) })
    }
    case 'postgres':
    case 'postgresql': {
      const { postgresStore } = await import('./postgres.ts')
      return await postgresStore({ url })
    }
    default: {
      const named = scheme === '' ? '' : `, not by "${scheme}:"`
      throw new StoreError(`A ledger is named by sqlite:PATH, postgres://USER@HOST/DATABASE or memory:${named}.`)
    }
  }
}

function pathOf(url: string): string {
  const path = url
    .slice('sqlite:'.length)
    .replace(/\?.*$/s, '')
    .replace(/^\/\/(?=\/)/, '')
  if (path === '' || path === ':memory:') {
    throw new StoreError('sqlite: wants a path: sqlite:.verbnoun/ledger.db. What forgets is "memory:".')
  }
  return path
}

function modeOf(synchronous: string | undefined): { synchronous?: 'full' | 'normal' } {
  if (synchronous === undefined) return {}
  if (synchronous === 'full' || synchronous === 'normal') return { synchronous }
  throw new StoreError(`synchronous is "full" or "normal", not "${synchronous}".`)
}
