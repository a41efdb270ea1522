import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { openTarget } from '../../compile/index.ts'
import { hostKey } from '../../host/index.ts'
import type { ServerEntry } from '../../host/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import { openConfig } from '../gate/config.ts'
import type { ServersConfig } from '../gate/config.ts'
import type { GateState } from '../gate-state.ts'
import { requireTools, tellRefusals } from '../source.ts'
import type { ChatSettings } from './settings.ts'

/** The servers of a conversation. */
export interface Targets {
  readonly entries: readonly ServerEntry[]
  /** The config among them. */
  readonly config: ServersConfig | undefined
}

type Named = Pick<ChatSettings, 'sources' | 'command' | 'config'>

export interface Finding {
  readonly state: GateState
  readonly io: Io
  /** Shows the person at the terminal a config that nobody has accepted; gives it as it is where they do. */
  readonly review: (() => Promise<ServersConfig | undefined>) | undefined
}

/**
 * What was typed at the shell, and what a config names. Sources are compiled first, so that what is wrong with them is
 * said before anything starts; undefined: they are refused, and that has been said.
 */
export async function findTargets(named: Named, finding: Finding): Promise<Targets | undefined> {
  const { io } = finding
  const config = await configOf(named, finding)
  const configured = config?.entries ?? []
  for (const source of named.sources) {
    const loaded = await openTarget([source], { cwd: io.cwd })
    if (tellRefusals(loaded, [source], io)) return undefined
    requireTools(loaded, [source])
  }
  const taken = new Set([hostKey, ...configured.map(({ key }) => key)])
  const typed = [...named.sources.map((source) => sourceEntry(source, io)), ...commandEntry(named.command, io)]
  return { entries: [...typed.map((entry) => ({ ...entry, key: freeKey(entry.key, taken) })), ...configured], config }
}

async function configOf(named: Named, { state, io, review }: Finding): Promise<ServersConfig | undefined> {
  const found = await findConfig(named, state, io)
  if (found?.entries.some(({ key }) => key === hostKey) === true)
    throw new UsageError(
      `${found.path}: "${hostKey}" is what this program itself is called. Name that server otherwise.`,
    )
  return found?.isUsers === false ? ((await review?.()) ?? found) : found
}

async function findConfig(named: Named, state: GateState, io: Io): Promise<ServersConfig | undefined> {
  if (named.config !== undefined) return await openConfig(named.config, state, io)
  if (named.sources.length + named.command.length > 0) return undefined
  if (existsSync(join(state.folder.path, 'servers.json'))) return await openConfig(undefined, state, io)
  throw new UsageError(
    'Whose tools? Name a source, a config or a command. For example: verbnoun chat orders.ts, or verbnoun chat -- node server.mjs',
  )
}

/** A person who types a command wants it to run in their own environment. */
type Typed = Omit<ServerEntry, 'isUsers' | 'tiers'>

const own = { isUsers: true, tiers: {} } as const

function sourceEntry(source: string, { cwd, env }: Io): Typed & typeof own {
  const path = resolve(cwd, source)
  return { key: keyFor(basename(path).replace(/\.[cm]?tsx?$/, '')), place: { source: path }, trust: 'own', env, ...own }
}

/** What is in the environment says nothing of who the server is: it is the same one tomorrow. */
function commandEntry([command, ...args]: readonly string[], { cwd, env }: Io): readonly (Typed & typeof own)[] {
  if (command === undefined) return []
  const words = [command, ...args].map((word) => basename(word)).filter((word) => !plainWords.test(word))
  const key = keyFor((words[0] ?? basename(command)).replace(/(?<=.)(?:\.[a-z]{1,3}|@[\w.-]+)$/, ''))
  return [{ key, place: { command, args, cwd, env }, trust: 'trusted', env: {}, ...own }]
}

/** Words of a command that say nothing of what it starts. */
const plainWords = /^(?:-.*|.*=.*|node|npx|bunx?|deno|uvx?|python3?|docker|run|exec|sh|bash|env)$/

function keyFor(name: string): string {
  const key = name
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 48)
  return key === '' ? 'server' : key
}

function freeKey(key: string, taken: Set<string>): string {
  let free = key
  for (let number = 2; taken.has(free); number += 1) free = `${key}-${number}`
  taken.add(free)
  return free
}
