import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { AssistantPart, Message } from '../../host/index.ts'
import { parseJson, problemsOf, tellProblem, visible } from '../../tool/index.ts'
import type { SchemaObject } from '../../tool/index.ts'
import { UsageError } from '../command.ts'

/** A conversation as it is kept. */
export interface Transcript {
  readonly version: 1
  /** The model that was asked last, such as `anthropic:claude-sonnet-4-5`. */
  readonly model: string
  /** ISO 8601, as `updated`. */
  readonly created: string
  readonly updated: string
  readonly messages: readonly Message[]
}

/** Reads a transcript. Throws a `UsageError` for what is none. */
export async function readTranscript(path: string, typed: string): Promise<Transcript> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new UsageError(`${typed} cannot be read. At its end, verbnoun chat says where it is kept.`)
  const said = parseJson(text)
  if (isTranscript(said)) return said
  const [problem] = problemsOf(schema, said)
  const what = problem === undefined ? '' : visible(tellProblem(problem, schema, 'the whole'))
  throw new UsageError(`${typed} is no transcript of verbnoun chat: ${said === undefined ? 'it is no JSON.' : what}`)
}

/** Replaces a transcript as a whole: whoever reads it, or is killed, has the old one or the new one. */
export async function writeTranscript(path: string, transcript: Transcript): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(transcript, undefined, 1)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Where a conversation is kept: where it was named, where it goes on, or in a folder of its own. */
export async function transcriptPath(
  { named, continued }: { readonly named: string | undefined; readonly continued: string | undefined },
  { cwd, stateFolder, now }: { readonly cwd: string; readonly stateFolder: string; readonly now: number },
): Promise<string> {
  if (named !== undefined && named !== continued) return await freePath(resolve(cwd, named), named)
  if (continued !== undefined) return resolve(cwd, continued)
  const folder = join(stateFolder, 'chats')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const day = new Date(now).toISOString().slice(0, 16).replace('T', '-').replace(':', '')
  return join(folder, `${day}-${randomBytes(2).toString('hex')}.json`)
}

/** Nothing that is there is replaced by something else. */
export async function freePath(path: string, typed: string): Promise<string> {
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw new UsageError(`${typed} is there already: name another, or go on from it with --continue ${typed}.`)
  const folder = await stat(dirname(path)).catch(() => undefined)
  if (folder?.isDirectory() !== true) throw new UsageError(`There is no folder ${dirname(typed)} to keep ${typed} in.`)
  return path
}

/** With what a person says; what was said before without an answer is part of it. */
export function withUserText(messages: readonly Message[], text: string): readonly Message[] {
  const last = messages.at(-1)
  const part = { kind: 'text', text } as const
  if (last?.role !== 'user') return [...messages, { role: 'user', parts: [part] }]
  return [...messages.slice(0, -1), { role: 'user', parts: [...last.parts, part] }]
}

/** What another provider can read of messages: signs beside texts and calls mean nothing elsewhere. */
export function forOtherModel(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) =>
    message.role === 'assistant' ? { role: 'assistant', parts: message.parts.flatMap(plainPart) } : message,
  )
}

function plainPart(part: AssistantPart): readonly AssistantPart[] {
  if (part.kind === 'reasoning') return []
  if (part.kind === 'text') return [{ kind: 'text', text: part.text }]
  return [{ kind: 'call', id: part.id, name: part.name, arguments: part.arguments }]
}

function isTranscript(said: unknown): said is Transcript {
  return problemsOf(schema, said).length === 0
}

const text: SchemaObject = { type: 'string' }

function object(properties: Readonly<Record<string, SchemaObject>>, optional: readonly string[] = []): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required }
}

function list(items: SchemaObject): SchemaObject {
  return { type: 'array', items }
}

const textPart = object({ kind: { const: 'text' }, text })
const modelPart: SchemaObject = {
  anyOf: [
    textPart,
    object({ kind: { const: 'image' }, mimeType: text, data: text }),
    object({ kind: { const: 'document' }, mimeType: text, data: text, name: text }),
  ],
}
const providerData: SchemaObject = { type: 'object' }
const assistantPart: SchemaObject = {
  anyOf: [
    object({ kind: { enum: ['text', 'reasoning'] }, text, providerData }, ['providerData']),
    object({ kind: { const: 'call' }, id: text, name: text, arguments: { type: 'object' }, providerData }, [
      'providerData',
    ]),
  ],
}
const answer = object({ id: text, name: text, isError: { type: 'boolean' }, parts: list(modelPart) })
const message: SchemaObject = {
  anyOf: [
    object({ role: { const: 'user' }, parts: list(modelPart) }),
    object({ role: { const: 'assistant' }, parts: list(assistantPart) }),
    object({ role: { const: 'tool' }, answers: list(answer) }),
  ],
}
const schema: SchemaObject = object({
  version: { const: 1 },
  model: text,
  created: text,
  updated: text,
  messages: list(message),
})
