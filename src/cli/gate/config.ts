import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, resolve, sep } from 'node:path'
import { readServersFile } from '../../host/index.ts'
import type { Identity, ServerEntry } from '../../host/index.ts'
import { digest } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import type { GateState } from '../gate-state.ts'

/** A config of servers, and whether it counts as the user's own. */
export interface ServersConfig {
  readonly path: string
  readonly entries: readonly ServerEntry[]
  /** The same as they count once it is the user's own. */
  readonly accepted: () => readonly ServerEntry[]
  /** In the state folder, or accepted once at a terminal as it stands. */
  readonly isUsers: boolean
  /** Remembers that a person has accepted it. */
  readonly accept: () => Promise<void>
}

const ownFile = 'servers.json'

/** Reads the config that was named, else `servers.json` of the state folder. */
export async function openConfig(named: string | undefined, state: GateState, io: Io): Promise<ServersConfig> {
  const { folder, store } = state
  const path = resolve(io.cwd, named ?? `${folder.path}/${ownFile}`)
  const place = await realpath(path).catch(() => path)
  const isWithin = place.startsWith(`${await realpath(folder.path)}${sep}`) && dirname(place) === folder.path
  const text = isWithin ? await folder.read(basename(path)) : await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new UsageError(
      `${path} cannot be read. It looks like {"mcpServers": {"NAME": {"command": "…", "args": [], "trust": "trusted"}}}.`,
    )
  const key = `accepted/config/${digest([place, text])}`
  const isUsers = isWithin || (await has(state, key))
  const file = { text, name: path, folder: dirname(path), env: io.env }
  return {
    path,
    entries: readServersFile({ ...file, isUsers }),
    accepted: () => readServersFile({ ...file, isUsers: true }),
    isUsers,
    accept: async () =>
      void (await store.write([{ key, expect: undefined, version: digest([key, Date.now()]), value: '' }])),
  }
}

/** Whether a command of a file that is not the user's was accepted. It is by accepting the file. */
export async function isAccepted(state: GateState, identity: Identity): Promise<boolean> {
  return await has(state, `accepted/command/${identity.digest}`)
}

async function has({ store }: GateState, key: string): Promise<boolean> {
  return (await store.read([key])).entries[0] !== undefined
}
