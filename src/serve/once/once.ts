import { ToolError, type Tool, type UnknownObject } from '../../tool/index.ts'
import type { Exchange } from '../exchange.ts'
import type { Admission } from '../limits.ts'
import type { Ending } from '../run.ts'
import type { Acting } from '../steps.ts'
import { encodeAnswer } from '../tool-answer.ts'
import { conclude, valueOf } from './conclude.ts'
import { type Answered, enter, type Entered, look } from './enter.ts'
import { type KeyedCall, wantedCall } from './keyed-call.ts'

/** What a call is run for, and how it asks for a place among the calls that the tool allows. */
export interface Asking {
  readonly exchange: Exchange
  readonly admit: () => Admission
}

/** A tool that acts once for a key: a call that was made before is answered with what came of it. */
export function once(tool: Tool, { exchange, admit }: Asking): Tool {
  return {
    ...tool,
    run(args, context) {
      const run = exchange.run ?? exchange.begin(afresh)
      const { acting, joinMs } = exchange.asked.core
      tellForgetful(tool, exchange)
      const wanted = wantedCall(tool, args, exchange)
      let waiting: AbortSignal | undefined
      const patience = (): AbortSignal => (waiting ??= AbortSignal.timeout(joinMs))
      const call = { tool, exchange, run, admit, wanted, patience }
      const running = (tool.steps === true ? actInSteps : actAtOnce)(call, (given) => tool.run(given ?? args, context))
      acting.add(running)
      return running.finally(() => acting.delete(running))
    },
  }
}

/** A promise that ends with the process is worth a line. */
function tellForgetful({ name }: Tool, exchange: Exchange): void {
  const { core } = exchange.asked
  if (core.isForgetful)
    exchange.log(`${name}: calls are remembered in this process only: createServer was given no ledger.`)
  core.isForgetful = false
}

const afresh = { replies: new Map(), steps: new Map() } as const

/** Runs the function, with the arguments that are given or else with those of the call. */
type Act = (given?: UnknownObject) => unknown

/** The effect begins with the function. */
async function actAtOnce(call: KeyedCall, act: Act): Promise<unknown> {
  const entry = await enter(call)
  if (entry.kind === 'answered') return give(call, entry)
  return await actIn(call, entry, act)
}

/** The effect begins with the first step. Until then nothing is claimed, and the function may run beside another. */
async function actInSteps(call: KeyedCall, act: Act): Promise<unknown> {
  const { run, admit, exchange, tool } = call
  const standing = await look(call)
  if (standing.kind === 'answered') return give(call, standing)
  if (standing.kind === 'entered') {
    run.know(standing.attempt.steps)
    run.onAct = () => Promise.resolve(standing.attempt)
    return await actIn(call, standing, act)
  }
  const admission = admit()
  if (admission.kind === 'refused') throw new ToolError(admission.text)
  run.idempotencyKey = standing.idempotencyKey
  run.know(standing.steps)
  run.onAct = async (): Promise<Acting | Ending> => {
    const entry = await enter({ ...call, admit: () => admission })
    if (entry.kind === 'entered') return begin(call, entry)
    return { kind: 'answered', text: encodeAnswer(entry.result, tool, noting(exchange, entry)) }
  }
  try {
    return await conclude(call, act)
  } finally {
    admission.leave()
  }
}

async function actIn(call: KeyedCall, entry: Entered, act: Act): Promise<unknown> {
  try {
    await begin(call, entry)
    return await conclude(call, () => act(entry.args))
  } finally {
    entry.leave()
  }
}

/** Nothing begins for a client that has left, or in a run that is over. */
async function begin({ exchange, run, tool }: KeyedCall, { attempt }: Entered): Promise<Entered['attempt']> {
  if (exchange.state === 'cancelled' || run.ending !== undefined) {
    await attempt.free('released')
    throw new ToolError(`${tool.name} was not run: the call was cancelled.`)
  }
  exchange.attempt = attempt
  run.idempotencyKey = attempt.idempotencyKey
  return attempt
}

function give({ exchange }: KeyedCall, answered: Answered): unknown {
  noting(exchange, answered)
  return valueOf(answered.result)
}

function noting(exchange: Exchange, { note }: Answered): Exchange {
  exchange.note = note
  return exchange
}
