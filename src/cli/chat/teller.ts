import { lineText } from '../../host/index.ts'
import type { LoopEnd, LoopEvent, ModelCall, ToolPlace } from '../../host/index.ts'
import { isObject, visible } from '../../tool/index.ts'
import type { ContentBlock } from '../../tool/index.ts'
import { callLine, placeText, secondsText } from './call-text.ts'
import { showResult } from './result-view.ts'
import type { ResultView } from './result-view.ts'
import { tameText } from './text.ts'

export interface TellerOptions extends ResultView {
  readonly model: string
  /** Which tool a call is of; undefined: of none. */
  readonly placeOf: (call: ModelCall) => ToolPlace | undefined
  /** The source of a server, as a person would type it; undefined: it has none here. */
  readonly sourceOf: (server: string) => string | undefined
  /** In milliseconds, of a clock that never goes back. */
  readonly now: () => number
}

/** Shows a person what happens in a conversation. */
export type Teller = (event: LoopEvent) => void

interface State extends TellerOptions {
  /** The tools of calls, which are looked up once. */
  readonly places: Map<string, ToolPlace | undefined>
  /** When calls began. */
  readonly begun: Map<string, number>
  /** Calls without an outcome. */
  readonly open: Set<string>
  /** The call that the last line is about. */
  last: string | undefined
}

export function createTeller(options: TellerOptions): Teller {
  const state: State = { ...options, places: new Map(), begun: new Map(), open: new Set(), last: undefined }
  return (event) => tell(event, state)
}

function tell(event: LoopEvent, state: State): void {
  const { screen, model, begun, now } = state
  switch (event.kind) {
    case 'step':
      return screen.wait(`${visible(model)} thinks`)
    case 'text':
      return screen.say(event.text)
    case 'call':
      return tellCall(event.call, state)
    case 'call-begun':
      begun.set(event.call.id, now())
      return screen.wait(`${labelOf(event.call, state)} runs`)
    case 'call-progress':
      return screen.wait(progressText(event, state))
    case 'call-denied':
      return tellDenied(event, state)
    case 'call-ended':
      return tellEnded(event, state)
    case 'message':
      return screen.wait(undefined)
    case 'end':
      return tellEnd(event.end, state)
    case 'reasoning':
    case 'call-asked':
      return undefined
  }
}

function tellCall(call: ModelCall, state: State): void {
  const place = state.placeOf(call)
  state.places.set(call.id, place)
  state.last = call.id
  state.open.add(call.id)
  state.screen.line((room) => callLine({ place, name: call.name, arguments: call.arguments }, room))
}

/** The outcome stands below its call; where something else may be between, it says whose it is. */
function tellOutcome(call: ModelCall, what: string, state: State): void {
  const isBelow = state.last === call.id && state.open.size === 1
  const whose = isBelow ? '' : `${labelOf(call, state)} `
  state.open.delete(call.id)
  state.last = undefined
  state.screen.note(`${whose}${what}`, { first: '  ' })
}

function labelOf(call: ModelCall, { places }: State): string {
  const place = places.get(call.id)
  return place === undefined ? visible(call.name) : placeText(place)
}

/** Of what is said to the model, what says something to the person. */
function tellDenied({ call, answer }: Extract<LoopEvent, { kind: 'call-denied' }>, state: State): void {
  const why = gist(answer.parts)
  const names = [state.places.get(call.id)?.tool ?? call.name, call.name]
  const known = names.map((name) => `${name} was not run: `)
  const start = known.find((each) => why.startsWith(each)) ?? ''
  tellOutcome(call, `denied: ${why.slice(start.length)}`, state)
}

function tellEnded(event: Extract<LoopEvent, { kind: 'call-ended' }>, state: State): void {
  const { call, result, answer } = event
  const took = secondsText(state.now() - (state.begun.get(call.id) ?? state.now()))
  state.begun.delete(call.id)
  const isFailed = result.isError === true || answer.isError
  tellOutcome(call, isFailed ? `failed: ${gist(result.content)}` : `done, ${took}`, state)
  if (isFailed) return
  showResult(result, state)
  if (result.content.some(isDraft)) tellDraft(call, state)
}

/** Drafts are looked for where the person is, unless their source is named. */
function tellDraft(call: ModelCall, { screen, places, sourceOf }: State): void {
  const source = sourceOf(places.get(call.id)?.server ?? '')
  const words = source === undefined ? '' : ` ${lineText(source)}`
  screen.note(`A draft waits for you: verbnoun review${words}`, { first: '  ' })
}

function isDraft(item: ContentBlock): boolean {
  return item.type === 'resource_link' && item.uri.startsWith('draft://')
}

const longestGist = 300

/** What went wrong, in its first words. */
function gist(parts: readonly unknown[]): string {
  const texts = parts.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
  const text = tameText(texts.join(' ')).replaceAll(/\s+/g, ' ').trim()
  if (text === '') return 'it did not say why.'
  return text.length <= longestGist ? text : `${text.slice(0, longestGist).toWellFormed()}…`
}

function progressText({ call, progress }: Extract<LoopEvent, { kind: 'call-progress' }>, state: State): string {
  const of = progress.total === undefined ? '' : ` of ${progress.total}`
  const says = progress.message === undefined ? '' : `: ${visible(progress.message).slice(0, 60)}`
  return `${labelOf(call, state)} is at ${progress.progress}${of}${says}`
}

function tellEnd({ reason, note }: LoopEnd, { screen }: State): void {
  screen.wait(undefined)
  if (reason === 'cancelled') screen.note('Stopped.', { tone: 'yellow' })
  if (note !== undefined) screen.note(tameText(note), { tone: reason === 'answered' ? 'quiet' : 'yellow' })
}

/** The same for programs: one JSON object for all that happens. What was said before is not said again at the end. */
export function jsonTeller(write: (line: string) => void): Teller {
  return (event) => write(jsonLine(event.kind === 'end' ? { kind: 'end', end: endJson(event.end) } : event))
}

/** JSON in which nothing moves a terminal: it says the same. */
function jsonLine(value: object): string {
  return JSON.stringify(value).replaceAll(/[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => unitText(character.charCodeAt(at))).join(''),
  )
}

function unitText(unit: number): string {
  return String.raw`\u${unit.toString(16).padStart(4, '0')}`
}

function endJson({ reason, note, error, text, usage, steps }: LoopEnd): object {
  const told = error === undefined ? undefined : { message: error.message, status: error.status }
  return { reason, note, error: told, text, usage, steps }
}
