import { join } from 'node:path'
import { approveDraft, findDrafts, openStore } from '../../src/ledger/index.ts'

/** Approves a draft, and tells no server. */
export async function approve(folder: string, ref: string): Promise<void> {
  const url = `sqlite:${join(folder, '.verbnoun', 'ledger.db')}`
  const store = await openStore(url, { cwd: folder, now: () => Date.now() })
  const [draft] = await findDrafts(store, ref)
  await approveDraft(draft!, { store, by: 'anna', newId: () => crypto.randomUUID() })
  await store.close()
}
