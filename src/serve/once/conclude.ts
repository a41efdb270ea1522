import type { Attempt } from '../../ledger/index.ts'
import {
  AnsweredError,
  isToolError,
  referenceOf,
  result as resultOf,
  type ToolResult,
  traceOf,
} from '../../tool/index.ts'
import type { KeyedCall } from './keyed-call.ts'
import { doubtText } from './text.ts'

/**
 * Runs the function of a call whose key is claimed, or claimed on the way, and records what becomes of it. Gives and
 * throws what the function does; what it gave, as JSON.
 */
export async function conclude(call: KeyedCall, act: () => unknown): Promise<unknown> {
  const { run } = call
  const acting = (async () => await act())()
  try {
    await Promise.race([acting, run.whenOver()])
    if (run.ending !== undefined && run.ending.kind !== 'late') return await suspend(call, acting)
    const result = await present(call, await acting)
    await record(call, (attempt) => attempt.done(result))
    return valueOf(result)
  } catch (error) {
    if (error instanceof AnsweredError) throw error
    await recordFailure(call, error)
    throw error
  }
}

/** The run is over before its function: what is done is kept, and who comes next may go on from there. */
async function suspend(call: KeyedCall, acting: Promise<unknown>): Promise<undefined> {
  const { exchange, run } = call
  acting.catch(ignore)
  await record(call, (attempt) => attempt.free(run.ending?.kind === 'open' ? 'waiting' : 'released'))
  exchange.attempt = undefined
}

/** The result of what the function gave. What cannot be shown was done all the same. */
async function present({ tool, exchange }: KeyedCall, value: unknown): Promise<ToolResult> {
  const { core, params } = exchange.asked
  try {
    return await core.outcomes.succeed(tool, value)
  } catch (error) {
    exchange.note = { says: `${tool.name} has run. Do not call it again.` }
    return core.outcomes.fail(tool, error, params['arguments'])
  }
}

async function recordFailure(call: KeyedCall, error: unknown): Promise<void> {
  const { tool, exchange } = call
  const { core, params } = exchange.asked
  if (isToolError(error) && error.effect === 'none') return await record(call, (attempt) => attempt.free('released'))
  if (isToolError(error) && error.effect === 'done')
    return await record(call, (attempt) => attempt.done(core.outcomes.fail(tool, error, params['arguments'])))
  await record(call, doubt(call))
}

/** Nobody knows what became of it: that is recorded, and said beside the result. */
export function doubt({ tool, exchange }: Pick<KeyedCall, 'tool' | 'exchange'>): (attempt: Attempt) => Promise<void> {
  return async (attempt) => {
    exchange.note = { says: doubtText(tool, attempt.ref), meta: { 'dev.verbnoun/ref': attempt.ref }, isDoubtful: true }
    await attempt.unknown()
  }
}

/** Writes to the record of a call, where there is one. What cannot be written is told: it will count as unknown. */
export async function record(
  { tool, exchange }: Pick<KeyedCall, 'tool' | 'exchange'>,
  write: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const { attempt } = exchange
  if (attempt === undefined) return
  try {
    await write(attempt)
  } catch (error) {
    const reference = referenceOf(error)
    exchange.log(`${tool.name}: what became of it could not be recorded (ref ${reference}): ${traceOf(error)}`)
    const says = `The ledger of the server failed (ref ${reference}), so this is not recorded. Do not call it again.`
    exchange.note ??= { says }
  }
}

/** What a function returned, so that it becomes this result again. Throws an `AnsweredError` for a failure. */
export function valueOf(result: ToolResult): unknown {
  if (result.isError === true) throw new AnsweredError(result)
  const { content, structuredContent: structured, _meta: meta } = result
  const [item, ...others] = content
  const isPlain = item?.type === 'text' && others.length === 0 && item.text === JSON.stringify(structured)
  if (isPlain && meta === undefined) return structured
  return resultOf({ content, ...(structured !== undefined && { structured }), ...(meta !== undefined && { meta }) })
}

function ignore(): void {}
