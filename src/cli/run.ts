import { parseArgs } from 'node:util'
import { nearest } from '../tool/index.ts'
import { UsageError } from './command.ts'
import type { Command, Invocation, Io } from './command.ts'
import { commands } from './commands/index.ts'
import { commandHelp, programHelp } from './help.ts'
import { version } from './package.ts'

/** Runs what was typed and gives the exit code: 0 good, 1 findings or a failed call, 2 wrong usage. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io)
  } catch (error) {
    if (!isSaid(error)) throw error
    io.err(error.message)
    return 2
  }
}

async function dispatch([name, ...rest]: readonly string[], io: Io): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return say(programHelp(commands), io)
  if (name === '--version' || name === '-v') return say(version(), io)
  const command = findCommand(name)
  const invocation = parse(command, rest)
  if (invocation.options['help'] === true) return say(commandHelp(command), io)
  return await command.run(invocation, io)
}

function say(text: string, io: Io): number {
  io.out(text)
  return 0
}

function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found !== undefined) return found
  const known = commands.map((command) => command.name)
  const near = nearest(name, known)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${known.join(', ')}.`
  throw new UsageError(`verbnoun has no command "${name}". ${hint}`)
}

function parse(command: Command, typed: readonly string[]): Invocation {
  const end = typed.indexOf('--')
  const before = end === -1 ? typed : typed.slice(0, end)
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({ args: [...before], options, allowPositionals: true })
    return { words: positionals, options: values, command: end === -1 ? [] : typed.slice(end + 1) }
  } catch (error) {
    throw new UsageError(`${explain(command, error)}\nusage: verbnoun ${command.usage[0]}`)
  }
}

function explain(command: Command, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '(-{1,2}[^']+)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  const near = nearest(
    unknown,
    [...Object.keys(command.options), 'help'].map((option) => `--${option}`),
  )
  return `verbnoun ${command.name} has no option ${unknown}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`
}

const said: ReadonlySet<string> = new Set([
  'UsageError',
  'SourceError',
  'ConnectionError',
  'StoreError',
  'PolicyError',
  'ServersFileError',
  'StateFolderError',
])

/** Errors whose message says all: of the command line, and of the compiler about a source it cannot use. */
function isSaid(error: unknown): error is Error {
  return error instanceof Error && said.has(error.name)
}
