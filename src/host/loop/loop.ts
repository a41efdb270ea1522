import type { ModelTools } from '../convert/model-tools.ts'
import { answerCalls } from './answer-calls.ts'
import { readAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import type { LoopEnd, LoopEvent } from './event.ts'
import { setDeadline } from './deadline.ts'
import { limitFault, limitReached, timeEnding } from './limits.ts'
import type { Ending } from './limits.ts'
import type { Message } from './message.ts'
import type { Usage } from './model.ts'
import type { LoopOptions, Step } from './ports.ts'
import { repeated, repeats, withNote } from './stops.ts'
import { createStopwatch } from './stopwatch.ts'
import type { Stopwatch } from './stopwatch.ts'
import { mendMessages, textOf } from './transcript.ts'

/**
 * Asks a model, makes the calls that it wants and that are allowed, gives it the answers, and so on until it has
 * answered. Whoever reads no further ends it: nothing is begun behind that. Never throws; the last event is `end`.
 */
export async function* runLoop<Leave>(options: LoopOptions<Leave>): AsyncGenerator<LoopEvent, void, undefined> {
  const leaving = new AbortController()
  const stop = (): void => leaving.abort()
  const { signal } = options
  signal?.addEventListener('abort', stop, { signal: leaving.signal })
  if (signal?.aborted === true) stop()
  try {
    const end = yield* untilEnd(options, leaving)
    yield { kind: 'end', end }
  } finally {
    stop()
  }
}

/** Why a loop is left whose time is over. */
const timeOver = Symbol('time')

/** A loop that goes on. */
interface Run<Leave> {
  readonly options: LoopOptions<Leave>
  /** Aborts when it is cancelled or left, or when its time is over. */
  readonly leaving: AbortController
  readonly messages: Message[]
  readonly steps: Step[]
  readonly watch: Stopwatch
  /** Of all calls that were ever made. */
  readonly ids: Set<string>
  asked: number
  usage: Usage
  text: string
}

function begin<Leave>(options: LoopOptions<Leave>, leaving: AbortController): Run<Leave> {
  const messages = [...mendMessages(options.messages)]
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  return {
    options,
    leaving,
    messages,
    steps: [],
    watch: createStopwatch(options.now),
    ids: new Set(parts.flatMap((part) => (part.kind === 'call' ? [part.id] : []))),
    asked: 0,
    usage: { input: 0, output: 0 },
    text: '',
  }
}

async function* untilEnd<Leave>(
  options: LoopOptions<Leave>,
  leaving: AbortController,
): AsyncGenerator<LoopEvent, LoopEnd, undefined> {
  let run: Run<Leave> | undefined
  try {
    run = begin(options, leaving)
    const ending = yield* takeSteps(run)
    return endOf(run, ending)
  } catch (error) {
    const note = `The loop has failed: ${error instanceof Error ? error.message : String(error)}`
    const nothing = { messages: options.messages, usage: { input: 0, output: 0 }, asked: 0, text: '' }
    const far = run === undefined ? nothing : { ...run, messages: mendMessages(run.messages) }
    return endOf(far, { reason: 'failed', note })
  }
}

async function* takeSteps<Leave>(run: Run<Leave>): AsyncGenerator<LoopEvent, Ending, undefined> {
  const fault = faultOf(run)
  if (fault !== undefined) return { reason: 'failed', note: fault }
  const { options, watch, leaving } = run
  const callOff = setDeadline(watch, options.limits?.ms, () => leaving.abort(timeOver))
  try {
    let ending = overBefore(run)
    while (ending === undefined) ending = (yield* step(run)) ?? overBefore(run)
    return ending
  } finally {
    callOff()
  }
}

function faultOf<Leave>({ options, messages }: Run<Leave>): string | undefined {
  if (messages.length === 0) return 'There is nothing to answer: give at least one message of the user.'
  if (messages.at(-1)?.role === 'assistant')
    return 'The last message is an answer of the model: put one of the user behind it.'
  return limitFault(options.limits ?? {})
}

function overBefore<Leave>(run: Run<Leave>): Ending | undefined {
  const { options, leaving, asked, watch, usage } = run
  if (leaving.signal.aborted) return cancelled(run)
  return limitReached(options.limits ?? {}, { steps: asked, ms: watch.elapsed(), usage })
}

function cancelled<Leave>({ options, leaving }: Run<Leave>): Ending {
  return leaving.signal.reason === timeOver ? timeEnding(options.limits?.ms ?? 0) : { reason: 'cancelled' }
}

/** Asks once, and answers the calls. */
async function* step<Leave>(run: Run<Leave>): AsyncGenerator<LoopEvent, Ending | undefined, undefined> {
  run.asked += 1
  yield { kind: 'step', step: run.asked }
  const { model, instructions, tools: list } = run.options
  const { messages } = run
  const { signal } = run.leaving
  const tools = list()
  const request = {
    messages: [...messages],
    tools: tools.tools,
    signal,
    ...(instructions !== undefined && { instructions }),
  }
  const naming = { names: new Set(tools.tools.map(({ name }) => name)), ids: run.ids }
  const answer = yield* readAnswer(() => model.stream(request), { naming, signal })
  const { input, output } = run.usage
  run.usage = { input: input + answer.usage.input, output: output + answer.usage.output }
  run.text = textOf(answer.message?.parts ?? [])
  if (answer.message !== undefined) yield keep(run, answer.message)
  if (answer.calls.length === 0) return endingOf(run, answer)
  yield* takeCalls(run, answer, tools)
  return answer.end === 'withheld' ? endingOf(run, answer) : stopped(run)
}

function keep<Leave>({ messages }: Run<Leave>, message: Message): LoopEvent {
  messages.push(message)
  return { kind: 'message', message }
}

async function* takeCalls<Leave>(
  run: Run<Leave>,
  { calls }: Answer,
  tools: ModelTools,
): AsyncGenerator<LoopEvent, void, undefined> {
  const { decide, execute, limits = {} } = run.options
  const { watch } = run
  const { signal } = run.leaving
  const batch = calls[0]?.call.id ?? ''
  const over = (): string | undefined =>
    watch.elapsed() >= (limits.ms ?? Infinity) ? 'the time of this conversation is over.' : undefined
  const answers = yield* answerCalls(calls, { decide, execute, tools, signal, batch, watch, over })
  run.steps.push({ calls: calls.map(({ call }) => call), answers })
  yield keep(run, { role: 'tool', answers: withNote(answers, repeated(run.steps)) })
}

function endingOf<Leave>(run: Run<Leave>, { end }: Answer): Ending {
  if (typeof end !== 'string') return { reason: 'failed', note: end.message, error: end }
  if (end === 'cancelled') return cancelled(run)
  if (end === 'length') return { reason: 'length', note: 'The answer reached its greatest length and may be cut off.' }
  if (end === 'withheld') return { reason: 'withheld', note: 'The provider withheld the rest of the answer.' }
  return { reason: 'answered', ...(run.text.trim() === '' && { note: 'The model said nothing.' }) }
}

function stopped<Leave>(run: Run<Leave>): Ending | undefined {
  const { options, leaving, steps } = run
  if (leaving.signal.aborted) return cancelled(run)
  for (const stop of options.stop ?? [repeats(5)]) {
    const found = stop(steps)
    if (found !== undefined) return found
  }
  return undefined
}

type Result = Pick<Run<unknown>, 'usage' | 'asked' | 'text'> & { readonly messages: readonly Message[] }

function endOf({ messages, usage, asked, text }: Result, { reason, note, error }: Ending): LoopEnd {
  return { reason, note, error, text, messages, usage, steps: asked }
}
