import type { UnknownObject } from '../tool/index.ts'
import { ConnectionError } from './connection.ts'
import type { ListedResource } from './connection.ts'
import type { Denial } from './decide.ts'
import { dispatch } from './dispatch.ts'
import { keep } from './keeper.ts'
import type { KeepOptions, ServerState } from './keeper.ts'
import type { Permit } from './permit.ts'
import type { CallOptions, Outcome } from './raw-call.ts'
import type { ServerEntry } from './servers-file.ts'

export type ConnectionsOptions = Omit<KeepOptions, 'signal'>

/** Servers that are kept connected. None of them can hold up or take down another. */
export interface Connections {
  state(key: string): ServerState | undefined
  /** Resolves when each has been tried once. */
  ready(): Promise<void>
  /** Makes the call that a permit is for. */
  run(permit: Permit, options?: CallOptions): Promise<Outcome | Denial>
  /** The resources that a server lists at this moment; none where it is not connected. */
  resources(key: string): Promise<readonly ListedResource[]>
  /** Reads a resource of a server. Throws where that fails. */
  read(key: string, uri: string): Promise<UnknownObject>
  /** Lists a server again and looks at it. */
  refresh(key: string): Promise<void>
  close(): Promise<void>
}

/** Connects to all servers at once and keeps them connected until closed. */
export function openConnections(entries: readonly ServerEntry[], options: ConnectionsOptions): Connections {
  // A signal for each: on one that all share, as many would listen as there are servers.
  const kept = entries.map((entry) => ({ entry, ending: new AbortController() }))
  const keepers = new Map(
    kept.map(({ entry, ending }) => [entry.key, keep(entry, { ...options, signal: ending.signal })]),
  )
  return {
    state: (key) => keepers.get(key)?.state(),
    async ready() {
      await Promise.all([...keepers.values()].map(({ tried }) => tried()))
    },
    async run(permit, call) {
      const keeper = keepers.get(permit.server)
      const connection = keeper?.connection()
      if (keeper === undefined || connection === undefined)
        return {
          kind: 'unsent',
          reason: `${permit.tool.name} was not run: server "${permit.server}" is not connected.`,
        }
      const outcome = await dispatch({ gate: options.gate, connection }, permit, call)
      // Over HTTP nobody says that a server has left: who no longer lists is connected to anew.
      if (outcome.kind === 'unsent' || outcome.kind === 'unknown') void keeper.refresh().catch(() => undefined)
      return outcome
    },
    resources: async (key) => (await keepers.get(key)?.connection()?.listResources()) ?? [],
    async read(key, uri) {
      const connection = keepers.get(key)?.connection()
      if (connection === undefined) throw new ConnectionError(`Server "${key}" is not connected.`)
      return await connection.read(uri)
    },
    refresh: async (key) => await keepers.get(key)?.refresh(),
    async close() {
      for (const { ending } of kept) ending.abort()
      await Promise.all([...keepers.values()].map(({ over }) => over))
    },
  }
}
