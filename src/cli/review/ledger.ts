import { existsSync } from 'node:fs'
import { openTarget } from '../../compile/index.ts'
import { defaultLedger } from '../../ledger/index.ts'
import type { Store } from '../../ledger/index.ts'
import { openLedger, serveModules } from '../../serve/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import { requireTools } from '../source.ts'

/** Where to look for what waits. */
export interface Place {
  /** The file or folder that is served. */
  readonly target: string | undefined
  /** The URL of a ledger. */
  readonly url: string | undefined
}

/** The ledger of a target, of a URL, or of where the person is. */
export async function ledgerAt({ target, url }: Place, io: Io): Promise<Store> {
  const { cwd, env } = io
  if (target === undefined) {
    if ((url ?? env['VERBNOUN_LEDGER']) === undefined) requireLedger(defaultLedger({ folder: cwd, env }))
    return await openLedger({ ledger: undefined, actsOnce: true }, { url, cwd, folder: cwd, env })
  }
  const loaded = await openTarget([target], { cwd })
  requireTools(loaded, [target])
  // Its module alone knows which ledger it names.
  io.quiet()
  const { ledger } = serveModules(loaded.manifest, await loaded.load(), env)
  return await openLedger({ ledger, actsOnce: true }, { url, cwd, folder: loaded.project, env })
}

function requireLedger(url: string): void {
  const path = url.replace(/^sqlite:/, '')
  if (existsSync(path)) return
  throw new UsageError(`Nothing is kept at ${path}. Name what is served, or its ledger: --ledger sqlite:PATH`)
}
