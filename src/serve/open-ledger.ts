import { defaultLedger, lazyStore, openStore, type Store } from '../ledger/index.ts'
import { systemTime } from './clock.ts'
import type { ServedModules } from './module.ts'

/** Where the ledger of a target is looked for. */
export interface LedgerChoice {
  /** The URL that was chosen for this run. A relative path in it starts at `cwd`. */
  readonly url?: string | undefined
  readonly cwd: string
  /** Where the target lies. A relative path in its own declaration starts here. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Opens the ledger of what is served: the one that was chosen, else that of `VERBNOUN_LEDGER`, of its declaration, or
 * beside its `package.json`. Where nothing served needs one before a question is asked, it is opened then. Rejects with
 * a `StoreError`.
 */
export async function openLedger(
  { ledger, actsOnce }: Pick<ServedModules, 'ledger' | 'actsOnce'>,
  { url, cwd, folder, env }: LedgerChoice,
): Promise<Store> {
  const chosen = url ?? env['VERBNOUN_LEDGER']
  const store = lazyStore(() => {
    const named = chosen ?? ledger ?? defaultLedger({ folder, env })
    return openStore(named, { cwd: chosen === undefined ? folder : cwd, now: systemTime })
  })
  if (actsOnce) await store.read([])
  return store
}
