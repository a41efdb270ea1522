import type { Attempt, Claimed, Known, Standing, Taken } from '../../ledger/index.ts'
import {
  canonicalJson,
  decode,
  failedResult,
  isObject,
  referenceOf,
  ToolError,
  type ToolResult,
  traceOf,
  type UnknownObject,
  validatorOf,
} from '../../tool/index.ts'
import type { Note } from '../exchange.ts'
import type { KeyedCall } from './keyed-call.ts'
import { conflictText, doneText, replayText, runningText, unknownText } from './text.ts'

/** The result of a call that came before, or why there is none. */
export interface Answered {
  readonly kind: 'answered'
  readonly result: ToolResult
  readonly note?: Note
}

/** The key is claimed: the effect may begin. */
export interface Entered {
  readonly kind: 'entered'
  readonly attempt: Attempt
  /** Gives back the place among the calls that the tool allows. */
  readonly leave: () => void
  /** The arguments of the call before, where that is tried again. */
  readonly args?: UnknownObject
}

/** Claims the key, or finds the answer that stands for it. Waits for a call that is under way, and keeps no place then. */
export async function enter(call: KeyedCall): Promise<Entered | Answered> {
  const { calls } = call.exchange.asked.core
  for (;;) {
    const admission = call.admit()
    const isAdmitted = admission.kind === 'admitted'
    const standing = await reach<Standing | Claimed>(call, () =>
      isAdmitted ? calls.claim(call.wanted) : calls.look(call.wanted),
    )
    if (isAdmitted && standing.kind === 'claimed')
      return { kind: 'entered', attempt: standing.attempt, leave: admission.leave }
    if (isAdmitted) admission.undo()
    else if (standing.kind === 'free') throw new ToolError(admission.text)
    const met = isTaken(standing) ? await meet(call, standing) : undefined
    if (met !== undefined) return met
  }
}

/** The same without a claim: what a call would be known by whose effect has not begun. */
export async function look(call: KeyedCall): Promise<Extract<Standing, { kind: 'free' }> | Entered | Answered> {
  const { calls } = call.exchange.asked.core
  for (;;) {
    const standing = await reach(call, () => calls.look(call.wanted))
    if (standing.kind === 'free') return standing
    const met = await meet(call, standing)
    if (met !== undefined) return met
  }
}

function isTaken(standing: { readonly kind: string }): standing is Taken {
  return standing.kind !== 'free' && standing.kind !== 'claimed'
}

/** What is done in the ledger before anything has happened. */
async function reach<Value>({ tool, exchange }: KeyedCall, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    const reference = referenceOf(error)
    exchange.log(`${tool.name}: the ledger failed (ref ${reference}): ${traceOf(error)}`)
    throw new ToolError(`${tool.name} was not run: the ledger of the server failed (ref ${reference}).`, {
      fix: 'Nothing has happened. Try again later, or tell the user.',
      retryable: true,
    })
  }
}

/** What a key that is taken comes to; undefined where it may be free by now. */
async function meet(call: KeyedCall, taken: Taken): Promise<Entered | Answered | undefined> {
  switch (taken.kind) {
    case 'conflict':
      return failed(conflictText(call.tool, taken.fields))
    case 'done':
      return replay(call, taken)
    case 'unknown':
      return await resolve(call, taken)
    case 'running':
      return await join(call, taken)
  }
}

async function join(call: KeyedCall, taken: Extract<Taken, { kind: 'running' }>): Promise<Answered | undefined> {
  const { core } = call.exchange.asked
  const patience = call.patience()
  if (patience.aborted || call.run.ending !== undefined) return failed(runningText(before(call, taken)), taken)
  call.exchange.hasWaited = true
  // A timer holds what it aborts; AbortSignal.timeout inside AbortSignal.any is collected before it fires.
  const lapse = new AbortController()
  const timer = setTimeout(() => lapse.abort(), Math.max(taken.until - taken.now, 0) + leaseSlackMs)
  const waking = AbortSignal.any([patience, lapse.signal, call.run.signal])
  await reach(call, () => core.calls.changed(taken, waking)).finally(() => clearTimeout(timer))
  return undefined
}

/** A lease that has run out is looked at a moment later. */
const leaseSlackMs = 20

/** Finds out what became of a call, where the tool has a way to; else says that nobody knows. */
async function resolve(call: KeyedCall, known: Known): Promise<Entered | Answered | undefined> {
  const { tool, wanted, exchange } = call
  const { core } = exchange.asked
  const { record } = known
  const truth = (await tool.reconcile?.(argumentsOf(call, known), { key: record.idempotencyKey })) ?? 'unknown'
  const isKept = core.now() < record.began + (tool.idempotency?.downstream ?? 0)
  if (truth === 'unknown' && !isKept) return doubtful(failed(unknownText(before(call, known)), known))
  const attempt = await reach(call, () => core.calls.retry(known, wanted))
  if (attempt === undefined) return undefined
  if (typeof truth === 'string')
    return { kind: 'entered', attempt, leave: ignore, ...(truth === 'unknown' && { args: argumentsOf(call, known) }) }
  const result = await core.outcomes.succeed(tool, truth.done)
  await attempt.done(result)
  return { kind: 'answered', result }
}

/** As the function takes them. */
function argumentsOf({ tool }: KeyedCall, { record }: Known): UnknownObject {
  const args = decode(tool.inputSchema, record.args)
  return isObject(args) ? args : {}
}

function replay(call: KeyedCall, known: Known): Answered {
  const { tool, wanted } = call
  const { result, caller, args } = known.record
  const isShown = result !== undefined && caller === wanted.caller
  const meta = {
    [replayedKey]: { ref: known.ref, at: new Date(known.record.ended ?? known.record.began).toISOString() },
  }
  if (!isShown) return { kind: 'answered', result: told(call, doneText(before(call, known))), note: { meta } }
  const { structuredContent: structure } = result
  if (structure !== undefined && !validatorOf(tool.outputSchema ?? true)(structure))
    return {
      ...failed(`${doneText(before(call, known))}\nIts result then: ${JSON.stringify(structure)}`),
      note: { meta },
    }
  return { kind: 'answered', result, note: { says: replayText(before(call, known), unused(wanted.args, args)), meta } }
}

const replayedKey = 'dev.verbnoun/replayed'
const refKey = 'dev.verbnoun/ref'

function unused(args: UnknownObject, first: UnknownObject): UnknownObject {
  const others = Object.entries(args).filter(
    ([name, value]) => canonicalJson([value]) !== canonicalJson([first[name] ?? null]),
  )
  return Object.fromEntries(others)
}

/** A text where a structure was promised is none to a client that checks, unless it is a failure. */
function told({ tool }: KeyedCall, text: string): ToolResult {
  return { ...failedResult(text), isError: tool.outputSchema !== undefined }
}

function failed(text: string, known?: Known): Answered {
  const result = failedResult(text)
  return { kind: 'answered', result, ...(known !== undefined && { note: { meta: { [refKey]: known.ref } } }) }
}

function doubtful(answered: Answered): Answered {
  return { ...answered, note: { ...answered.note, isDoubtful: true } }
}

function before({ tool, exchange }: KeyedCall, known: Known): Parameters<typeof unknownText>[0] {
  return { tool, now: exchange.asked.core.now(), ...known }
}

function ignore(): void {}
