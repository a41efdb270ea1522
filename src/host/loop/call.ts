import { failedResult } from '../../tool/index.ts'
import type { ModelTools } from '../convert/model-tools.ts'
import type { ModelAnswer, ModelResult } from '../convert/parts.ts'
import { unknownText } from '../outcome-text.ts'
import type { AnswerCall } from './answer.ts'
import type { LoopEvent, WantedCall } from './event.ts'
import type { Decided, Executed, LoopOptions, PlacedCall } from './ports.ts'
import type { Stopwatch } from './stopwatch.ts'
import { aborted, untilAborted } from './until-aborted.ts'

/** What the calls of one answer are made with. */
export interface CallOptions<Leave> extends Pick<LoopOptions<Leave>, 'decide' | 'execute'> {
  readonly tools: ModelTools
  readonly signal: AbortSignal
  readonly batch: string
  readonly watch: Stopwatch
  /** Why no call is made any more, for the model. */
  readonly over: () => string | undefined
}

interface Calling<Leave> extends CallOptions<Leave> {
  readonly call: WantedCall
  readonly tell: (event: LoopEvent) => void
}

/** Takes a call from the model's words to its answer. Ends at once when the signal aborts. */
export async function answerCall<Leave>(
  { call, name, refusal }: AnswerCall,
  options: CallOptions<Leave>,
  tell: (event: LoopEvent) => void,
): Promise<ModelAnswer> {
  const calling = { ...options, call, tell }
  const placed = refusal === undefined ? place(name, calling) : { reason: refusal }
  if ('reason' in placed) return deny(calling, placed.reason)
  const decided = await decide(placed, calling)
  if (decided.kind === 'deny') return deny(calling, decided.reason)
  const over = calling.signal.aborted ? cancelledText : calling.over()
  if (over !== undefined) return deny(calling, notRun(calling, over))
  return await execute(decided.leave, calling)
}

const cancelledText = 'it was cancelled before.'

function place<Leave>(name: string, calling: Calling<Leave>): PlacedCall | { readonly reason: string } {
  try {
    const read = calling.tools.read(name, calling.call.arguments)
    return read.kind === 'refused' ? read : { place: read.place, arguments: read.arguments }
  } catch (error) {
    return { reason: notRun(calling, `it could not be looked up: ${messageOf(error)}`) }
  }
}

async function decide<Leave>(placed: PlacedCall, calling: Calling<Leave>): Promise<Decided<Leave>> {
  const { call, signal, batch, watch, tell } = calling
  let resume: (() => void) | undefined
  let isHeard = true
  try {
    const decided = await untilAborted(signal, () =>
      calling.decide(placed, {
        signal,
        batch,
        onAsk(request) {
          if (!isHeard) return
          resume ??= watch.pause()
          tell({ kind: 'call-asked', call, request })
        },
      }),
    )
    return decided === aborted ? { kind: 'deny', reason: notRun(calling, cancelledText) } : decided
  } catch (error) {
    return { kind: 'deny', reason: notRun(calling, `it could not be decided: ${messageOf(error)}`) }
  } finally {
    isHeard = false
    resume?.()
  }
}

async function execute<Leave>(leave: Leave, calling: Calling<Leave>): Promise<ModelAnswer> {
  const { call, tell } = calling
  tell({ kind: 'call-begun', call })
  const { result, answer } = await outcome(leave, calling)
  const whole = answerTo(call, answer)
  tell({ kind: 'call-ended', call, result, answer: whole })
  return whole
}

async function outcome<Leave>(
  leave: Leave,
  { call, signal, watch, tell, ...ports }: Calling<Leave>,
): Promise<Executed> {
  let isHeard = true
  try {
    const executed = await untilAborted(signal, () =>
      ports.execute(leave, {
        signal,
        pause: watch.pause,
        onProgress(progress) {
          if (isHeard) tell({ kind: 'call-progress', call, progress })
        },
      }),
    )
    return executed === aborted ? lost(call, 'it was cancelled on its way.') : executed
  } catch (error) {
    return lost(call, messageOf(error))
  } finally {
    isHeard = false
  }
}

function deny<Leave>({ call, tell }: Calling<Leave>, reason: string): ModelAnswer {
  const answer = answerTo(call, failure(reason))
  tell({ kind: 'call-denied', call, answer })
  return answer
}

function lost({ name }: WantedCall, why: string): Executed {
  const text = unknownText(name, why)
  return { result: failedResult(text), answer: failure(text) }
}

function failure(text: string): ModelResult {
  return { isError: true, parts: [{ kind: 'text', text }] }
}

/** Half a character in a text would make providers refuse the whole request. */
function answerTo({ id, name }: WantedCall, { isError, parts }: ModelResult): ModelAnswer {
  const sound = parts.map((part) => (part.kind === 'text' ? { ...part, text: part.text.toWellFormed() } : part))
  return { id, name, isError, parts: sound }
}

function notRun<Leave>({ call }: Calling<Leave>, why: string): string {
  return `${call.name} was not run: ${why}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
