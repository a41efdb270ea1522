import type { KeptDraft, KeptQuestion } from '../../ledger/index.ts'
import { visible } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'

/** What waits for a person. */
export interface Waiting {
  readonly drafts: readonly KeptDraft[]
  readonly questions: readonly KeptQuestion[]
}

/** A text of any lines, each behind four spaces, so that none passes for one of ours. */
export function block(text: string): string[] {
  return text.split('\n').map((line) => `    ${visible(line)}`.trimEnd())
}

/** One line a member. */
export function members(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`    ${inLine(value)}`]
  return Object.entries(value).map(([name, member]) => `    ${visible(name)} ${inLine(member)}`)
}

function inLine(value: unknown): string {
  return visible(JSON.stringify(value) ?? 'nothing').replaceAll(String.raw`\n`, '⏎')
}

/** What waits, a line each. */
export function listLines({ drafts, questions }: Waiting, now: number): string[] {
  return [
    ...drafts.map(({ ref, state, record }) => {
      const { kind, tool, drafted, text } = record
      return `${ref}  draft     ${state.padEnd(9)} ${visible(`${kind}, by ${tool}`)}, ${ago(drafted, now)}: ${begin(text)}`
    }),
    ...questions.map(({ ref, asked, question: { tool, message } }) => {
      return `${ref}  question  open      ${visible(tool)}, ${ago(asked, now)}: ${begin(message)}`
    }),
  ]
}

const beginLength = 60

function begin(text: string): string {
  const line = visible(text)
  return line.length > beginLength ? `${line.slice(0, beginLength).toWellFormed()}…` : line
}

/** How long ago a time is, in one unit. */
export function ago(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000))
  const units: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  const [size, name] = units.find(([length]) => seconds >= length) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}

/** What a draft is, all of it. */
export function draftLines({ ref, state, record }: KeptDraft, now: number): string[] {
  const { kind, tool, caller, args, data, text, origin, drafted, edits, note } = record
  const edited = edits.at(-1)
  return [
    `DRAFT ${ref}  ${visible(kind)} · ${stateWords[state]} · ${ago(drafted, now)}`,
    `  Written by ${visible(`${origin.server} > ${tool}`)} for ${visible(caller)}, called with`,
    ...members(args),
    '  Data, which stays as it is',
    ...members(data),
    `  Text${edited === undefined ? '' : `, edited by ${visible(edited.by)} ${ago(edited.at, now)}`}`,
    ...block(text),
    ...(note === undefined ? [] : ['  What came of it', ...block(note)]),
  ]
}

const stateWords: Readonly<Record<KeptDraft['state'], string>> = {
  open: 'open',
  approved: 'approved, not sent yet',
  sending: 'being sent',
  sent: 'sent',
  failed: 'not sent: it failed, and waits again',
  unknown: 'MAY HAVE BEEN SENT: nobody knows',
  discarded: 'discarded',
}

/** What a question is, all of it. */
export function questionLines({ ref, asked, question }: KeptQuestion, now: number): string[] {
  const { tool, caller, args, message } = question
  return [
    `QUESTION ${ref}  ${visible(tool)} · ${ago(asked, now)}`,
    `  Asked for ${visible(caller)}, called with`,
    ...members(args),
    '  It asks',
    ...block(message),
  ]
}

/** The same for programs: to look at, not to decide with. */
export function listJson({ drafts, questions }: Waiting): UnknownObject {
  return {
    drafts: drafts.map(({ id, ref, state, record: { origin, ...record } }) => {
      return { id, ref, ...record, state, server: origin.server }
    }),
    questions: questions.map(({ ref, asked, question: { tool, caller, args, message, schema } }) => {
      return { ref, tool, caller, args, message, schema, asked }
    }),
  }
}
