import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { LoopEvent, WantedCall } from './event.ts'
import type { AssistantMessage, AssistantPart } from './message.ts'
import { isModelError, ModelError } from './model.ts'
import type { EndOfAnswer, ModelEvent, Usage } from './model.ts'
import { assistantMessage } from './transcript.ts'
import { aborted, untilAborted } from './until-aborted.ts'
import { readWanted, refusalOf } from './wanted-call.ts'
import type { CallEvent, Naming, ReadWanted } from './wanted-call.ts'

/** One answer of a model, as far as it came. */
export interface Answer {
  /** What is kept of it; undefined: it said nothing. */
  readonly message: AssistantMessage | undefined
  readonly calls: readonly AnswerCall[]
  readonly usage: Usage
  readonly end: EndOfAnswer | 'cancelled' | ModelError
}

export interface AnswerCall {
  readonly call: WantedCall
  /** The name by which its tool is looked up. */
  readonly name: string
  /** Why it is not made, for the model. */
  readonly refusal: string | undefined
}

/** Reads one answer as it comes, and tells of it. Of one that breaks off only the text is kept: no call in it is made. */
export async function* readAnswer(
  ask: () => AsyncIterable<ModelEvent>,
  { naming, signal }: { readonly naming: Naming; readonly signal: AbortSignal },
): AsyncGenerator<LoopEvent, Answer, undefined> {
  const draft: Draft = { parts: [], wanted: [], isOpen: false, size: 0 }
  let events: AsyncIterator<ModelEvent> | undefined
  try {
    const stream = ask()[Symbol.asyncIterator]()
    events = stream
    for (let count = 1; ; count += 1) {
      // A stream that never waits would let nobody else be heard, nor that it is cancelled.
      if (count % breath === 0) await new Promise(setImmediate)
      const next = await untilAborted(signal, () => stream.next())
      if (next === aborted) return cut(draft, 'cancelled')
      if (next.done === true) return cut(draft, new ModelError('The answer broke off before its end.'))
      if (next.value.kind === 'end') return whole(draft, next.value)
      if (!isPiece(next.value)) continue
      draft.size += sizeOf(next.value)
      if (draft.size > longest) return cut(draft, new ModelError(`The answer has more than ${longest} characters.`))
      yield* take(draft, next.value, naming)
    }
  } catch (error) {
    return cut(draft, signal.aborted ? 'cancelled' : asModelError(error))
  } finally {
    void leave(events)
  }
}

interface Draft {
  readonly parts: AssistantPart[]
  readonly wanted: ReadWanted[]
  /** Whether what comes next may belong to the last part. */
  isOpen: boolean
  /** In characters. */
  size: number
}

type Piece = Exclude<ModelEvent, { readonly kind: 'end' }>

/** Of text, reasoning and arguments together, in characters. */
const longest = 20_000_000
/** So many events come between two moments in which others are heard. */
const breath = 1000

/** Adapters come to tell of more than this loop knows. */
function isPiece(event: ModelEvent): event is Piece {
  return event.kind === 'text' || event.kind === 'reasoning' || event.kind === 'call'
}

function sizeOf(said: Piece): number {
  return 1 + (said.kind === 'call' ? said.arguments : said.text).length
}

function* take(draft: Draft, said: Piece, naming: Naming): Generator<LoopEvent, void, undefined> {
  if (said.kind === 'call') {
    yield { kind: 'call', call: takeCall(draft, said, naming) }
    return
  }
  const { kind, text, providerData } = said
  const last = draft.isOpen ? draft.parts.at(-1) : undefined
  const joined = last?.kind === kind ? last.text : undefined
  const part = { kind, text: `${joined ?? ''}${text}`, ...(providerData !== undefined && { providerData }) }
  draft.parts.splice(joined === undefined ? draft.parts.length : -1, 1, part)
  draft.isOpen = providerData === undefined
  if (text !== '') yield { kind, text }
}

function takeCall(draft: Draft, said: CallEvent, naming: Naming): WantedCall {
  const { providerData } = said
  const read = readWanted(said, naming)
  draft.wanted.push(read)
  draft.parts.push({ kind: 'call', ...read.call, ...(providerData !== undefined && { providerData }) })
  draft.isOpen = false
  return read.call
}

function whole({ parts, wanted }: Draft, { reason, usage }: Extract<ModelEvent, { kind: 'end' }>): Answer {
  const last = parts.at(-1)
  const calls = wanted.map((each) => {
    const isLast = last?.kind === 'call' && last.id === each.call.id
    return { call: each.call, name: each.said.name, refusal: refusalOf(each, { end: reason, isLast }) }
  })
  return { message: assistantMessage(parts), calls, usage: readUsage(usage), end: reason }
}

/** Not every endpoint counts. */
function readUsage(usage: unknown): Usage {
  const { input, output }: UnknownObject = isObject(usage) ? usage : {}
  return { input: readCount(input), output: readCount(output) }
}

function readCount(count: unknown): number {
  return typeof count === 'number' && count > 0 && Number.isFinite(count) ? count : 0
}

/** Without what its provider put beside it, which holds for whole answers only. */
function cut({ parts }: Draft, end: Answer['end']): Answer {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [{ kind: part.kind, text: part.text }] : []))
  return { message: assistantMessage(texts), calls: [], usage: { input: 0, output: 0 }, end }
}

function asModelError(error: unknown): ModelError {
  if (isModelError(error)) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ModelError(`The model could not be asked: ${reason}`, { cause: error })
}

/** Nobody waits for a model that is asked no more, nor for what it says to that. */
async function leave(events: AsyncIterator<ModelEvent> | undefined): Promise<void> {
  try {
    await events?.return?.()
  } catch {
    // It is left.
  }
}
