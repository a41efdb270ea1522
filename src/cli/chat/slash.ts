import { copyFile } from 'node:fs/promises'
import { constants } from 'node:fs'
import { resolve } from 'node:path'
import { lineText } from '../../host/index.ts'
import type { Audit } from '../../host/index.ts'
import { nearest } from '../../tool/index.ts'
import { showAnswered } from './answered.ts'
import type { Answered } from './answered.ts'
import { recordLine } from './record-line.ts'
import { cutText } from './text.ts'
import { showTools } from './tools-view.ts'
import type { ToolsView } from './tools-view.ts'

/** What commands of a conversation look at. */
export interface SlashContext extends ToolsView {
  readonly cwd: string
  /** What tools have given, the last one last. */
  readonly results: readonly Answered[]
  readonly audit: Audit
  /** Whether a line of the record is about a call of this conversation. */
  readonly isOurs: (call: string) => boolean
  /** The last number of the record before this conversation. */
  readonly recordFrom: number
  /** Where the conversation is kept; undefined: nothing is kept yet. */
  readonly kept: () => string | undefined
}

interface SlashCommand {
  readonly usage: string
  readonly says: string
  /** Returns whether the conversation is over. */
  readonly run: (context: SlashContext, words: string) => Promise<boolean>
}

const commands: Readonly<Record<string, SlashCommand>> = {
  tools: { usage: '/tools', says: 'the tools of all servers, and how bad each could be', run: tellTools },
  result: { usage: '/result', says: 'all that the last call gave; /result 2 the one before', run: tellResult },
  audit: { usage: '/audit', says: 'what the record says of the calls of this conversation', run: tellAudit },
  save: { usage: '/save FILE', says: 'a copy of the conversation so far', run: save },
  help: { usage: '/help', says: 'this', run: tellHelp },
  quit: { usage: '/quit', says: 'the end, as Ctrl-D', run: async () => true },
}

/** What was typed as a command: its name, and the words behind it. Undefined: it is said to the model. */
export function readSlash(text: string): { readonly name: string; readonly words: string } | undefined {
  const [, name, words = ''] = /^\/([a-z]*)(?:\s+([^\n]*))?$/i.exec(text.trim()) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), words: words.trim() }
}

/** Does it. Returns whether the conversation is over. */
export async function runSlash(
  { name, words }: { name: string; words: string },
  context: SlashContext,
): Promise<boolean> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return await command.run(context, words)
  const near = nearest(name, Object.keys(commands)).map((each) => `/${each}`)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '/help says which there are.'
  context.screen.note(`There is no /${name}. ${hint}`)
  return false
}

async function tellHelp({ screen }: SlashContext): Promise<boolean> {
  const all = Object.values(commands)
  const width = Math.max(...all.map(({ usage }) => usage.length))
  for (const { usage, says } of all) screen.note(says, { first: `${usage.padEnd(width)}  ` })
  screen.note('Ctrl-C stops an answer. A paste of many lines is one message.')
  return false
}

async function tellTools(context: SlashContext): Promise<boolean> {
  showTools(context)
  return false
}

async function tellResult({ screen, results }: SlashContext, words: string): Promise<boolean> {
  showAnswered(results, words, screen)
  return false
}

const mostLines = 20

async function tellAudit({ screen, audit, isOurs, recordFrom }: SlashContext): Promise<boolean> {
  await audit.settled()
  const lines: string[] = []
  for await (const line of audit.read(recordFrom)) if (isOurs(line.call)) lines.push(recordLine(line))
  if (lines.length === 0) screen.note('Nothing is on record yet: calls are, once there are some.')
  if (lines.length > mostLines) screen.note(`${lines.length - mostLines} earlier ones: verbnoun audit shows all.`)
  for (const line of lines.slice(-mostLines)) screen.line((room) => cutText(line, room), 'plain')
  return false
}

async function save({ screen, kept, cwd }: SlashContext, words: string): Promise<boolean> {
  const from = kept()
  if (words === '') screen.note('Where? For example: /save refunds.json')
  else if (from === undefined) screen.note('There is nothing to save yet.')
  else
    await copyFile(from, resolve(cwd, words), constants.COPYFILE_EXCL).then(
      () => screen.note(`Saved in ${lineText(words)}. Go on from it with --continue.`),
      (error: unknown) => screen.note(notSaved(words, error), { tone: 'yellow' }),
    )
  return false
}

function notSaved(words: string, error: unknown): string {
  const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
  const why = error instanceof Error ? error.message : String(error)
  return isThere
    ? `${lineText(words)} is there already. Name another.`
    : `It could not be saved in ${lineText(words)}: ${lineText(why)}`
}
