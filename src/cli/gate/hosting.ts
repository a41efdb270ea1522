import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import {
  baseEnvironment,
  createAudit,
  createGate,
  createVersions,
  openConnections,
  openPolicyBook,
  realPath,
} from '../../host/index.ts'
import type {
  Audit,
  Connections,
  Gate,
  PolicyBook,
  PolicyFile,
  ServerEntry,
  ServerPlace,
  ServerState,
} from '../../host/index.ts'
import type { Io } from '../command.ts'
import type { GateState } from '../gate-state.ts'
import { version } from '../package.ts'
import { isAccepted } from './config.ts'
import { personHere } from './desk.ts'

/** Servers behind a gate. */
export interface Hosting {
  readonly gate: Gate
  readonly connections: Connections
  readonly book: PolicyBook
  readonly audit: Audit
  /** Leaves the servers, once all is on record. */
  readonly close: () => Promise<void>
}

export interface HostingOptions {
  readonly io: Io
  readonly onState?: (key: string, state: ServerState) => void
  /** The host in front, by its own account. It may become known later. */
  readonly client?: { readonly name: string; readonly verified: boolean }
  /** What makes the policy stricter as long as these servers are hosted. */
  readonly stricter?: PolicyFile
  /** Makes the ids of calls, among others. Default: random ones. */
  readonly newId?: () => string
}

/** Starts the servers of a config behind a gate of the state folder. */
export async function hostServers(
  entries: readonly ServerEntry[],
  state: GateState,
  { io, onState, client, stricter, newId = randomUUID }: HostingOptions,
): Promise<Hosting> {
  const { folder, key, store } = state
  const common = { store, key, now: Date.now, newId }
  const surroundings = { home: io.env['HOME'] ?? homedir(), realPath }
  const book = await openPolicyBook({ folder, surroundings, ...(stricter && { others: async () => [stricter] }) })
  const audit = createAudit(common)
  const gate = createGate({
    ...common,
    audit,
    policies: book.policies,
    principal: personHere(),
    ...(client !== undefined && { client }),
  })
  const versions = createVersions({ store, newId })
  const connections = openConnections(entries, {
    gate,
    ...common,
    client: { name: 'verbnoun', version: version() },
    placeOf: async (entry) => await versions.exactly(placeOf(entry, io)),
    isAccepted: (identity) => isAccepted(state, identity),
    // Servers list otherwise for clients that cannot ask: what was accepted would seem to have changed.
    mayAsk: true,
    ...(onState !== undefined && { onState }),
  })
  async function close(): Promise<void> {
    await connections.close()
    await audit.settled()
  }
  return { gate, connections, book, audit, close }
}

/** A source is served by this copy of Verbnoun, in a process of its own. */
function placeOf({ place, env }: ServerEntry, io: Io): ServerPlace {
  if (!('source' in place)) return place
  const [, main = ''] = process.argv
  return {
    command: process.execPath,
    args: [main, 'serve', place.source],
    cwd: dirname(place.source),
    env: { ...baseEnvironment(io.env), ...env },
  }
}
