import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio'
import { resolve } from 'node:path'
import { isObject, parseJson } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import type { ServerPlace } from './place.ts'
import { tiers } from './tier.ts'
import type { Tier, Trust } from './tier.ts'

/** A server that the config names. */
export interface ServerEntry {
  readonly key: string
  /** How it is reached; a source is started by who knows how to compile it. */
  readonly place: ServerPlace | { readonly source: string }
  readonly trust: Trust
  /** What the user has said of how bad its tools are. */
  readonly tiers: Readonly<Record<string, Tier>>
  /** The environment that was set for it, a source's too; undefined for a URL. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether the file that names it is the user's own. Of a project's file, commands wait to be accepted. */
  readonly isUsers: boolean
}

export interface ServersFile {
  readonly text: string
  /** For messages. */
  readonly name: string
  /** What relative paths are relative to. */
  readonly folder: string
  /** Only the user's own file may raise trust. */
  readonly isUsers: boolean
  /** Of this process: `${NAME}` in `env`, `headers` and `url` stands for it, a little of it goes to each server. */
  readonly env: Readonly<Record<string, string>>
}

/** A config of servers that cannot be used; the message says where and why. */
export class ServersFileError extends Error {
  override readonly name: string = 'ServersFileError'
}

/** Reads a config as other hosts have it, `{ "mcpServers": { NAME: { … } } }`. Members that nobody here knows are left alone. */
export function readServersFile(file: ServersFile): readonly ServerEntry[] {
  const said = parseJson(file.text)
  const servers = isObject(said) ? said['mcpServers'] : undefined
  if (!isObject(servers))
    throw new ServersFileError(
      `${file.name} has no "mcpServers". It looks like {"mcpServers": {"NAME": {"command": "…"}}}.`,
    )
  return Object.entries(servers).map(([key, server]) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(key))
      throw new ServersFileError(
        `${file.name}: "${key}" is no name for a server: letters, digits, _ . and -, at most 64.`,
      )
    if (!isObject(server)) throw new ServersFileError(`${file.name}: ${key} is no object.`)
    return readEntry(key, server, file)
  })
}

function readEntry(key: string, server: UnknownObject, file: ServersFile): ServerEntry {
  const say = (what: string): ServersFileError => new ServersFileError(`${file.name}: ${key}: ${what}`)
  const { source, command, url } = server
  const ways = [source, command, url].filter((way) => way !== undefined)
  if (ways.length !== 1 || typeof ways[0] !== 'string' || ways[0] === '')
    throw say('it has one of "command", "url" and "source", a text.')
  const trust = readTrust(server['trust'], file, say)
  const own = { key, trust, tiers: readTiers(server['tiers'], file, say), isUsers: file.isUsers }
  if (typeof source === 'string') {
    const env = readTexts(server['env'], 'env', { file, say })
    return { ...own, place: { source: resolve(file.folder, source) }, trust: file.isUsers ? 'own' : 'untrusted', env }
  }
  if (typeof url === 'string') return { ...own, place: readUrl(url, server, { file, say }) }
  return { ...own, ...readCommand(String(command), server, { file, say }) }
}

function readTrust(trust: unknown, { isUsers }: ServersFile, say: Reading['say']): Trust {
  if (trust !== undefined && trust !== 'trusted' && trust !== 'untrusted')
    throw say(`"trust" is "trusted" or "untrusted", not ${JSON.stringify(trust)}. What is your own names its "source".`)
  return isUsers && trust === 'trusted' ? 'trusted' : 'untrusted'
}

function readCommand(command: string, server: UnknownObject, reading: Reading): Pick<ServerEntry, 'place' | 'env'> {
  const { folder, env: own } = reading.file
  const env = readTexts(server['env'], 'env', reading)
  const args = readArguments(server['args'], reading.say)
  const cwd = resolve(folder, typeof server['cwd'] === 'string' ? server['cwd'] : '.')
  return { place: { command, args, cwd, env: { ...baseEnvironment(own), ...env } }, env }
}

interface Reading {
  readonly file: ServersFile
  readonly say: (what: string) => ServersFileError
}

function readUrl(url: string, { headers }: UnknownObject, reading: Reading): ServerPlace {
  const filled = fill(url, reading)
  if (!URL.canParse(filled) || !/^https?:$/.test(new URL(filled).protocol)) throw reading.say(`"url" is no http URL.`)
  return { url: filled, headers: readTexts(headers, 'headers', reading) }
}

function readArguments(args: unknown, say: Reading['say']): readonly string[] {
  if (args === undefined) return []
  if (!Array.isArray(args) || !args.every((each) => typeof each === 'string')) throw say('"args" is no list of texts.')
  return args
}

function readTexts(values: unknown, name: string, reading: Reading): Readonly<Record<string, string>> {
  if (values === undefined) return {}
  if (!isObject(values)) throw reading.say(`"${name}" is no object.`)
  const texts = Object.entries(values).map(([key, value]) => {
    if (typeof value !== 'string') throw reading.say(`"${name}" holds ${key}, which is no text.`)
    return [key, fill(value, reading)] as const
  })
  return Object.fromEntries(texts)
}

function fill(text: string, { file, say }: Reading): string {
  return text.replaceAll(/\$\{(?:env:)?([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const value = file.env[name]
    if (value === undefined) throw say(`the environment has no ${name}.`)
    return value
  })
}

/** A project's file may say that a tool is worse than it looks, as it may say that of a call: by its policy. */
function readTiers(said: unknown, { isUsers }: ServersFile, say: Reading['say']): Readonly<Record<string, Tier>> {
  if (said === undefined || !isUsers) return {}
  if (!isObject(said)) throw say('"tiers" is no object.')
  const found = Object.entries(said).map(([tool, tier]) => {
    const known = tiers.find((each) => each === tier)
    if (known === undefined)
      throw say(`"tiers" says ${JSON.stringify(tier)} of ${tool}. There are ${tiers.join(', ')}.`)
    return [tool, known] as const
  })
  return Object.fromEntries(found)
}

/** What a program needs to run at all; what else is in this environment is no server's business. */
export function baseEnvironment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = new Set([...DEFAULT_INHERITED_ENV_VARS, 'LANG', 'TZ', 'TMPDIR'])
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => names.has(name) && !value.startsWith('()')))
}
