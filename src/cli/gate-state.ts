import { join } from 'node:path'
import { openStateFolder } from '../host/index.ts'
import type { StateFolder } from '../host/index.ts'
import { openStore, stateFolder } from '../ledger/index.ts'
import type { Store } from '../ledger/index.ts'
import type { Io } from './command.ts'

/** What the gate remembers of this user. */
export interface GateState {
  readonly folder: StateFolder
  /** Signs and names; whoever has it can forge what the gate believes. */
  readonly key: Uint8Array
  readonly store: Store
}

/** Opens the state folder, its key, and the ledger of this URL, else the one in it. */
export async function openGateState(io: Io, url?: string): Promise<GateState> {
  const folder = await openStateFolder(stateFolder(io.env))
  const key = await folder.key('gate.key')
  const ledger = url ?? `sqlite:${join(folder.path, 'gate.db')}`
  return { folder, key, store: await openStore(ledger, { cwd: io.cwd, now: Date.now }) }
}
