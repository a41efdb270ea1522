import { digest, isObject } from '../tool/index.ts'
import type { ToolResult, UnknownObject } from '../tool/index.ts'
import { callerOf } from './connection.ts'
import type { Connection } from './connection.ts'
import { deny } from './decide.ts'
import type { Denial } from './decide.ts'
import { misfitOf } from './foreign-schema.ts'
import type { Gate } from './gate.ts'
import type { ListedItem } from './pages.ts'
import { claim } from './permit.ts'
import type { Permit } from './permit.ts'
import type { CallOptions, Outcome, RawCall } from './raw-call.ts'

/** Where a call goes: to the server of a connection, or to what this program does itself. */
type Target = { readonly connection: Connection } | { readonly own: RawCall }

/** Makes the call that a permit is for. The only way to a tool of a connection. */
export async function dispatch(
  { gate, ...target }: Target & { readonly gate: Pick<Gate, 'begin' | 'end'> },
  permit: Permit,
  options: CallOptions = {},
): Promise<Outcome | Denial> {
  const begun = await gate.begin(permit)
  if (begun.kind === 'deny') return begun
  if (!claim(permit)) return deny('answer', `${permit.tool.name} was not run: no gate has let it through.`)
  const meta = { ...options.meta, 'dev.verbnoun/idempotencyKey': permit.id }
  const call = 'own' in target ? target.own : callerOf(target.connection)
  const answered = await call(permit.tool, permit.arguments, { ...options, meta })
  const outcome = answered.kind === 'result' ? checked(permit.tool, answered.result) : answered
  // It was done; that this cannot be put on record does not undo it. The answer goes first.
  setImmediate(() => void gate.end(permit, told(outcome)).catch(() => undefined))
  return outcome
}

/** A result that breaks what was declared comes after the effect: it is unusable, and the call has not failed. */
function checked({ name, outputSchema }: ListedItem, result: ToolResult): Outcome {
  if (!isObject(outputSchema) || result.isError === true) return { kind: 'result', result }
  const { structuredContent } = result
  const misfits =
    structuredContent === undefined ? ['there is no structured content'] : misfitOf(outputSchema)(structuredContent)
  if (misfits === undefined) return { kind: 'result', result }
  const reason = `${name} ran, but its result broke its declared shape: ${misfits.slice(0, 5).join('; ')}. Do not call it again.`
  return { kind: 'unusable', result, reason }
}

/** Of a result only that there was one: its digest tells it later, its content may be anything. */
function told(outcome: Outcome): UnknownObject {
  const result = 'result' in outcome ? outcome.result : undefined
  return {
    outcome: outcome.kind,
    ...('reason' in outcome && { reason: outcome.reason }),
    ...(result !== undefined && { isError: result.isError === true, digest: digestOf(result) }),
  }
}

function digestOf(result: ToolResult): string | undefined {
  try {
    return digest(result)
  } catch {
    return undefined
  }
}
