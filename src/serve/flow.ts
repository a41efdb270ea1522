import { rpcCode, RpcError } from '../protocol/index.ts'
import type { ToolContext } from '../tool/index.ts'
import { askPeer } from './ask-peer.ts'
import { RunContext } from './context.ts'
import type { Exchange } from './exchange.ts'
import { type FlowState, asking, newFlow, nextRound, openState, sealState } from './flow-state.ts'
import { fingerprint, type Question } from './question.ts'
import type { QuestionMemory } from './question-memory.ts'
import type { Ending, Outcome, Reply } from './run.ts'

/** A function that may ask its client while it answers a request, and what its results become. */
export interface Flow<Value> {
  /** What is being run: a state that was given for another definition is refused. */
  readonly subject: () => unknown
  readonly run: (context: ToolContext) => Value | Promise<Value>
  /** The text of the result. */
  readonly finish: (value: Value) => string
  /** The text of the result where a person said no, or could not be asked. */
  readonly deny: (text: string) => string
  /** How long one run may take, and the text of the result where it took longer. */
  readonly timeoutMs: number
  readonly late: () => string | Promise<string>
  /** What outlasts the call of its questions, where a person may be asked elsewhere. */
  readonly memory?: () => QuestionMemory
}

/** What a flow answers whose results have no place for a failure. */
export function refusals({ asked }: Exchange): Pick<Flow<never>, 'deny' | 'late' | 'timeoutMs'> {
  const { timeoutMs } = asked.core
  return { deny: refuse, timeoutMs, late: () => refuse(`It took longer than ${timeoutMs / 1000} s and was stopped.`) }
}

function refuse(text: string): never {
  throw new RpcError(rpcCode.internalError, text)
}

type Questions = ReadonlyMap<string, Question>

const roundLimit = 10

/**
 * Runs the function, and again from its top after each answer. Both kinds of revision come this way; they differ only
 * in who carries the question. Answers at once where the function does and asks nothing.
 */
export function follow<Value>(exchange: Exchange, flow: Flow<Value>): string | Promise<string> {
  const { requestState, inputResponses } = exchange.asked.params
  if (requestState !== undefined || inputResponses !== undefined) return resume(exchange, flow)
  const outcome = runOnce(exchange, flow, newFlow)
  if (!(outcome instanceof Promise) && outcome.kind === 'done') return flow.finish(outcome.value)
  return conclude(exchange, flow, { state: newFlow, outcome })
}

async function resume<Value>(exchange: Exchange, flow: Flow<Value>): Promise<string> {
  const state = await openState(exchange, flow.subject())
  return conclude(exchange, flow, { state, outcome: runOnce(exchange, flow, state) })
}

function runOnce<Value>(
  exchange: Exchange,
  flow: Flow<Value>,
  state: FlowState,
): Outcome<Value> | Promise<Outcome<Value>> {
  const run = exchange.begin(state)
  run.memory = flow.memory
  const value = flow.run(new RunContext(exchange, run))
  return value instanceof Promise ? run.settle(value, flow.timeoutMs) : (run.ending ?? { kind: 'done', value })
}

async function conclude<Value>(
  exchange: Exchange,
  flow: Flow<Value>,
  { state, outcome }: { state: FlowState; outcome: Outcome<Value> | Promise<Outcome<Value>> },
): Promise<string> {
  const ended = await outcome
  switch (ended.kind) {
    case 'done':
      return flow.finish(ended.value)
    case 'denied':
      if (ended.question !== undefined) await flow.memory?.().remember(ended.question, ended.text)
      return flow.deny(ended.text)
    case 'late':
      return await flow.late()
    case 'answered':
      return ended.text
    case 'unaskable':
      return flow.deny((await flow.memory?.().keep(ended.question)) ?? cannotAsk(exchange, ended.question))
    case 'open':
      return await askFirst(exchange, flow, { state, ended })
  }
}

async function askFirst<Value>(
  exchange: Exchange,
  flow: Flow<Value>,
  { state, ended }: { state: FlowState; ended: Extract<Ending, { kind: 'open' }> },
): Promise<string> {
  const round = { state: asking(state, ended), questions: ended.questions }
  if (state.round > roundLimit)
    return flow.deny(`Not done: it asked ${roundLimit} times, last ${quoted(round.state.said)}.`)
  if (exchange.asked.revision.questions === 'result') return await inputRequired(exchange, flow, round)
  return await askAndRunAgain(exchange, flow, round)
}

/** https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult */
async function inputRequired<Value>(
  exchange: Exchange,
  { subject }: Flow<Value>,
  { state, questions }: { state: FlowState; questions: Questions },
): Promise<string> {
  const asked = [...questions].map(([key, { method, params }]) => [key, { method, params }] as const)
  return exchange.encode({
    resultType: 'input_required',
    inputRequests: Object.fromEntries(asked),
    requestState: await sealState(exchange, state, { questions, subject: subject() }),
  })
}

/** A late yes never acts by itself: what was cancelled meanwhile does not run again. */
async function askAndRunAgain<Value>(
  exchange: Exchange,
  flow: Flow<Value>,
  { state, questions }: { state: FlowState; questions: Questions },
): Promise<string> {
  const given = await repliesTo(exchange, questions, flow.memory?.())
  if (exchange.state === 'cancelled') return flow.deny('Not done: the call was cancelled.')
  if (typeof given === 'string') return flow.deny(given)
  const next = nextRound(state, given)
  return conclude(exchange, flow, { state: next, outcome: runOnce(exchange, flow, next) })
}

/** The replies to all questions, or why there are none: when one stays open, the others are withdrawn. */
async function repliesTo(
  { asked, signal }: Exchange,
  questions: Questions,
  memory: QuestionMemory | undefined,
): Promise<[string, Reply][] | string> {
  const { core, id, peer } = asked
  const others = new AbortController()
  const options = { about: id, waitMs: core.questionMs, signal: AbortSignal.any([signal, others.signal]) }
  const replies: [string, Reply][] = []
  let failed: string | undefined
  const ask = async ([key, question]: [string, Question]): Promise<void> => {
    const onLate =
      question.form && memory && ((answer: unknown) => void memory.takeLate(question, answer).catch(() => undefined))
    const given = await askPeer(peer, question, { ...options, id: crypto.randomUUID(), onLate })
    if (given.kind === 'answered') {
      replies.push([key, { fingerprint: fingerprint(question), answer: given.answer }])
      return
    }
    const kept = given.kind === 'open' ? await memory?.keep(question) : undefined
    failed ??= kept ?? unanswered(question, given.kind === 'failed' ? given.says : 'no answer came in time')
    others.abort()
  }
  await Promise.all([...questions].map(ask))
  return failed ?? replies
}

function unanswered({ says }: Question, why: string): string {
  return `Not done: ${says} got no answer (${why}). Do not call it again unless the user asks.`
}

function cannotAsk({ asked: { revision } }: Exchange, { capability, says }: Question): string {
  if (revision.questions === 'request') return `Not done: it has to ask ${says}, and this client lacks ${capability}.`
  const data = { requiredCapabilities: { [capability]: {} } }
  throw new RpcError(rpcCode.missingClientCapability, `Missing required client capability: ${capability}`, data)
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(' and ')
}
