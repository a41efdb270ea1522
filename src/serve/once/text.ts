import type { Known } from '../../ledger/index.ts'
import type { Tool, UnknownObject } from '../../tool/index.ts'
import { timeText } from '../time-text.ts'

/** What a model reads of a call that came before its own. */
export interface Before extends Pick<Known, 'ref' | 'record'> {
  readonly tool: Tool
  readonly now: number
}

/** Nobody knows what became of it. */
export function unknownText({ tool, ref, record, now }: Before): string {
  const attempt = `an attempt${withArguments(record.key)} began at ${timeText(record.began, now)} and may have happened`
  return `${tool.name} was not run: ${attempt}. ${whatNow(tool, ref)}`
}

/** The same, of the call itself. */
export function doubtText(tool: Tool, ref: string): string {
  return `It may have happened. ${whatNow(tool, ref)}`
}

function whatNow({ idempotency }: Tool, ref: string): string {
  const { verify } = idempotency ?? {}
  const person = `tell the user that a person must settle it: verbnoun ledger settle ${ref}.`
  const advice =
    verify === undefined ? `${person[0]?.toUpperCase()}${person.slice(1)}` : `${sentence(verify)} Else ${person}`
  return `Do not call it again. ${advice}`
}

export function runningText({ tool, record, now }: Before): string {
  return `${tool.name} is already running${withArguments(record.key)}, since ${timeText(record.began, now)}. Do not call it again.`
}

/** For a caller whom the result does not belong to, or where there is none to show. */
export function doneText({ tool, ref, record, now }: Before): string {
  const when = timeText(record.ended ?? record.began, now)
  const by = record.settled === undefined ? '' : `, says a person (${record.settled.reason})`
  const done = `${tool.name}${withArguments(record.key)} was already done at ${when}${by}. Nothing was done again.`
  return `${done} Do not call it again. ${onceMore(ref)}`
}

/** The line beside a result that is given again. `unused` are arguments that differ from those of the first call. */
export function replayText({ tool, ref, record, now }: Before, unused: UnknownObject): string {
  const when = timeText(record.ended ?? record.began, now)
  const left = Object.keys(unused).length === 0 ? '' : ` Not used:${withArguments(unused).slice(' with'.length)}.`
  return `${tool.name} was already done at ${when}: this is that result, nothing was done again.${left} ${onceMore(ref)}`
}

function onceMore(ref: string): string {
  return `To have it done once more, a person runs: verbnoun ledger release ${ref}.`
}

export function conflictText({ name }: Tool, fields: readonly string[]): string {
  const others = fields.length === 0 ? 'other arguments' : `another ${fields.join(', ')}`
  return `${name} was not run: its idempotency key was used before, with ${others}. Another call needs another key.`
}

const shownLength = 60

function withArguments(args: UnknownObject): string {
  const shown = Object.entries(args).map(([name, value]) => `${name} ${shorten(plain(value))}`)
  return shown.length === 0 ? '' : ` with ${shown.join(', ')}`
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[\p{L}\p{N}_.:@/-]+$/u.test(value) ? value : JSON.stringify(value)
}

function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength - 1)}…`.toWellFormed() : text
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
