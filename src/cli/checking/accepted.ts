import { createInterface } from 'node:readline/promises'
import { openStateFolder } from '../../host/index.ts'
import type { ServerCommand, StateFolder } from '../../host/index.ts'
import { stateFolder } from '../../ledger/index.ts'
import { digest, isObject, parseJson, visible } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import type { ConfiguredServer } from './server-config.ts'

const fileName = 'accepted-commands.json'

/**
 * Asks a person, once for each command of a configuration file, whether it may be started: the file may have come with a
 * project. What was accepted is kept in the state folder. Throws a `UsageError` where nobody can be asked, or said no.
 */
export async function acceptCommands(servers: readonly ConfiguredServer[], target: string, io: Io): Promise<void> {
  const folder = await openStateFolder(stateFolder(io.env))
  const known = await readAccepted(folder)
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
  const accepted = [...known, ...fresh.map(({ key }) => key)]
  await folder.write(fileName, `${JSON.stringify({ version: 1, accepted }, undefined, 2)}\n`)
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

async function readAccepted(folder: StateFolder): Promise<readonly string[]> {
  const value = parseJson((await folder.read(fileName)) ?? '')
  const list: unknown = isObject(value) ? value['accepted'] : undefined
  return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : []
}
