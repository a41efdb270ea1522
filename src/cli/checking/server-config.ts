import { dirname, relative, resolve } from 'node:path'
import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Io } from '../command.ts'
import type { LiveServer } from './live-subject.ts'
import { slashed } from './source-subject.ts'

/** A server as a host's configuration names it. */
export interface ConfiguredServer extends LiveServer {
  readonly name: string
}

/** What a host's configuration file names, and what of it cannot be used. */
export interface ServerConfig {
  readonly servers: readonly ConfiguredServer[]
  /** In sentences. */
  readonly unusable: readonly string[]
}

interface ConfigFile {
  readonly target: string
  readonly value: unknown
  readonly text: string
}

/**
 * Reads the servers of a configuration as Claude Desktop, Cursor and others (`mcpServers`) or VS Code (`servers`) write
 * it; undefined for what is none. `${NAME}` and `${env:NAME}` stand for variables of the environment.
 */
export function readServerConfig({ target, value, text }: ConfigFile, io: Io): ServerConfig | undefined {
  const listed = isObject(value) ? (value['mcpServers'] ?? value['servers']) : undefined
  if (!isObject(listed)) return undefined
  const file = resolve(io.cwd, target)
  const servers: ConfiguredServer[] = []
  const unusable: string[] = []
  for (const [name, entry] of Object.entries(listed)) {
    if (isObject(entry) && entry['disabled'] === true) continue
    const place = isObject(entry) ? placeOf(entry, dirname(file), io) : undefined
    if (place === undefined) unusable.push(`${name} has neither a command nor a URL.`)
    else servers.push({ name, place, shown: { file: slashed(relative(io.cwd, file)), line: lineOf(name, text) } })
  }
  return { servers, unusable }
}

function placeOf(entry: UnknownObject, folder: string, io: Io): LiveServer['place'] | undefined {
  const expand = (said: string): string =>
    said.replaceAll(/\$\{(?:env:)?([A-Za-z_]\w*)\}/g, (whole, name: string) => io.env[name] ?? whole)
  const { command, args, env, cwd, url, headers } = entry
  if (typeof url === 'string') return { url: expand(url), headers: textsOf(headers, expand) }
  if (typeof command !== 'string') return undefined
  return {
    command: expand(command),
    args: Array.isArray(args) ? args.filter((each) => typeof each === 'string').map(expand) : [],
    cwd: typeof cwd === 'string' ? resolve(folder, expand(cwd)) : io.cwd,
    env: { ...io.env, ...textsOf(env, expand) },
  }
}

function textsOf(value: unknown, expand: (text: string) => string): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, expand(text)]] : [])),
  )
}

function lineOf(name: string, text: string): number {
  const at = text
    .split('\n')
    .findIndex((line) => line.includes(`${JSON.stringify(name)}:`) || line.includes(`${JSON.stringify(name)} :`))
  return Math.max(at, 0) + 1
}
