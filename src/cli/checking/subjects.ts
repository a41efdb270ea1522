import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Place, Subject } from '../../check/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'
import { acceptCommands } from './accepted.ts'
import { liveSubject } from './live-subject.ts'
import type { LiveServer } from './live-subject.ts'
import type { Probing } from './probing.ts'
import { readJsonFile, savedSubject } from './saved-subject.ts'
import { readServerConfig } from './server-config.ts'
import { slashed, sourceSubject } from './source-subject.ts'

/** What was asked for, as far as it could be looked at. */
export interface Opened {
  readonly subjects: readonly Subject[]
  /** Servers that did not answer, in sentences. */
  readonly unreachable: readonly string[]
}

/** Looks at everything that was named: sources, saved lists, configurations, URLs, a command. */
export async function openSubjects(invocation: Invocation, probing: Probing | undefined, io: Io): Promise<Opened> {
  const { words, command } = invocation
  const sources = words.filter((word) => !isUrl(word) && !word.endsWith('.json'))
  const subjects: Subject[] = []
  const unreachable: string[] = []
  const servers: LiveServer[] = []
  for (const word of words.filter((each) => !sources.includes(each))) {
    const opened = isUrl(word) ? { servers: [{ place: { url: word } }] } : await openJson(word, io)
    if ('tools' in opened) subjects.push(opened)
    else servers.push(...opened.servers)
  }
  for (const server of [...servers, ...typedServer(command, io)]) {
    const opened = await liveSubject(server, probing, io).catch(toMessage)
    if (typeof opened === 'string') unreachable.push(opened)
    else subjects.push(opened)
  }
  if (sources.length > 0) subjects.push(await sourceSubject(sources, probing, io))
  return { subjects, unreachable }
}

function isUrl(word: string): boolean {
  return /^https?:\/\//.test(word)
}

function typedServer(command: readonly string[], { cwd, env }: Io): LiveServer[] {
  const [program, ...args] = command
  if (program === undefined) return []
  const shown = fileAmong(command, cwd)
  return [{ place: { command: program, args, cwd, env }, ...(shown !== undefined && { shown }) }]
}

function toMessage(error: unknown): string {
  if (error instanceof Error && error.name === 'ConnectionError') return error.message
  throw error
}

async function openJson(word: string, io: Io): Promise<Subject | { readonly servers: readonly LiveServer[] }> {
  const file = readJsonFile(word, io.cwd)
  const config = readServerConfig({ target: word, ...file }, io)
  if (config === undefined) {
    const saved = savedSubject(word, file, io.cwd)
    if (saved !== undefined) return saved
    throw new UsageError(`${word} is neither an answer to tools/list nor a list of servers (mcpServers).`)
  }
  for (const said of config.unusable) io.err(`warning: ${word}: ${said}`)
  await acceptCommands(config.servers, word, io)
  return config
}

/** The file of a project that a command runs, for findings to point at: `server.mjs` of `node server.mjs`. */
function fileAmong(command: readonly string[], cwd: string): Place | undefined {
  const found = command.find((word) => {
    const path = relative(cwd, resolve(cwd, word))
    return /\.\w+$/.test(word) && !path.startsWith('..') && existsSync(resolve(cwd, word))
  })
  return found === undefined ? undefined : { file: slashed(relative(cwd, resolve(cwd, found))) }
}
