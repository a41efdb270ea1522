import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { ServerCommand } from '../../host/index.ts'
import { digest, isObject, parseJson } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import type { ConfiguredServer } from './server-config.ts'

/**
 * Asks a person, once for each command of a configuration file, whether it may be started: the file may have come with a
 * project. What was accepted is kept in the state folder. Throws a `UsageError` where nobody can be asked, or said no.
 */
export async function acceptCommands(servers: readonly ConfiguredServer[], target: string, io: Io): Promise<void> {
  const file = join(stateFolder(io.env), 'accepted-commands.json')
  const known = readAccepted(file)
  const fresh = servers
    .flatMap(({ name, place }) => ('url' in place ? [] : [{ name, place, key: keyOf(place, io) }]))
    .filter(({ key }) => !known.includes(key))
  if (fresh.length === 0) return
  io.err(`${target} starts these programs:`)
  for (const { name, place } of fresh) io.err(`  ${visible(name)}: ${shownCommand(place, io)}`)
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      `Nobody accepted these commands yet and there is no terminal to ask on: run verbnoun check ${target} once on a terminal, or check one server by its command: verbnoun check -- COMMAND`,
    )
  }
  if (!(await askPerson('Start them, now and from here on? [y/N] ', io))) throw new UsageError('Nothing was started.')
  writeAccepted(file, [...known, ...fresh.map(({ key }) => key)])
}

async function askPerson(question: string, io: Io): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(question, { signal: io.signal })
    return /^y(?:es)?$/i.test(answer.trim())
  } catch {
    return false
  } finally {
    terminal.close()
  }
}

/** Another program, argument, folder or variable is another command. The whole environment of the person is not. */
function keyOf(place: ServerCommand, io: Io): string {
  const { command, args, cwd, env } = place
  const own = Object.fromEntries(Object.entries(env).filter(([key, value]) => io.env[key] !== value))
  return digest({ command, args, cwd, env: own })
}

/** A command as it will run. Values of variables may be secrets and are not shown. */
function shownCommand({ command, args, env, cwd }: ServerCommand, io: Io): string {
  const own = Object.keys(env).filter((key) => io.env[key] !== env[key])
  const line = [command, ...args].map((word) => (/^[\w@./:=+-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
  const sets = own.length === 0 ? '' : ` (sets ${own.join(', ')})`
  return visible(`${line}${sets}${cwd === io.cwd ? '' : ` in ${cwd}`}`)
}

/** What is asked about must be what is read. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

function readAccepted(file: string): readonly string[] {
  try {
    const value = parseJson(readFileSync(file, 'utf8'))
    const list: unknown = isObject(value) ? value['accepted'] : undefined
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

function writeAccepted(file: string, accepted: readonly string[]): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify({ version: 1, accepted }, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}

/** Where this user's decisions live, never in a project. */
function stateFolder(env: Io['env']): string {
  const { VERBNOUN_HOME, XDG_STATE_HOME, LOCALAPPDATA } = env
  if (VERBNOUN_HOME !== undefined && VERBNOUN_HOME !== '') return VERBNOUN_HOME
  if (XDG_STATE_HOME !== undefined && XDG_STATE_HOME !== '') return join(XDG_STATE_HOME, 'verbnoun')
  if (process.platform === 'win32' && LOCALAPPDATA !== undefined) return join(LOCALAPPDATA, 'verbnoun')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'verbnoun')
  return join(homedir(), '.local', 'state', 'verbnoun')
}
