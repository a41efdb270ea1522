import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { EndOfAnswer, ModelEvent } from '../loop/model.ts'
import { aborted, untilAborted } from '../loop/until-aborted.ts'
import type { PartStream } from './ai-sdk-types.ts'

/** The answer ended before it was whole. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

/** An answer as the AI SDK's providers give it. */
export async function* readParts(stream: PartStream, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
  const reader = stream.getReader()
  const state: State = { pieces: new Map(), hasCalls: false }
  try {
    for (;;) {
      const next = await untilAborted(signal, () => reader.read())
      if (next === aborted) throw signal.reason
      if (next.done) throw new BrokenOff('It ended before it was whole.')
      if (!isObject(next.value)) continue
      if (next.value['type'] === 'finish') return yield ended(next.value, state)
      yield* eventsOf(next.value, state)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

interface State {
  /** What stands beside each piece that is not over. */
  readonly pieces: Map<unknown, UnknownObject>
  hasCalls: boolean
}

function* eventsOf(part: UnknownObject, state: State): Generator<ModelEvent, void, undefined> {
  switch (part['type']) {
    case 'text-start':
    case 'text-delta':
    case 'text-end':
      return yield* pieceEvents('text', part, state)
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      return yield* pieceEvents('reasoning', part, state)
    case 'tool-call':
      return yield* callEvents(part, state)
    case 'error':
      throw part['error']
    default:
  }
}

function* pieceEvents(
  kind: 'text' | 'reasoning',
  part: UnknownObject,
  { pieces }: State,
): Generator<ModelEvent, void, undefined> {
  const { type, id, delta } = part
  const providerData = joined(pieces.get(id), part['providerMetadata'])
  if (type !== `${kind}-end`) {
    pieces.set(id, providerData)
    if (typeof delta === 'string' && delta !== '') yield { kind, text: delta }
    return
  }
  pieces.delete(id)
  if (Object.keys(providerData).length > 0) yield { kind, text: '', providerData }
}

/** By provider, the later over the earlier. */
function joined(earlier: UnknownObject = {}, later: unknown): UnknownObject {
  if (!isObject(later)) return earlier
  const members = Object.entries(later).filter(([, data]) => isObject(data))
  return {
    ...earlier,
    ...Object.fromEntries(members.map(([provider, data]) => [provider, Object.assign({}, earlier[provider], data)])),
  }
}

/** What a provider ran itself is part of its answer, and no call for us. */
function* callEvents(part: UnknownObject, state: State): Generator<ModelEvent, void, undefined> {
  const { toolCallId: id, toolName: name, input, providerExecuted, providerMetadata } = part
  if (providerExecuted === true || typeof id !== 'string' || typeof name !== 'string') return
  state.hasCalls = true
  const providerData = joined({}, providerMetadata)
  yield {
    kind: 'call',
    id,
    name,
    arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
    ...(Object.keys(providerData).length > 0 && { providerData }),
  }
}

const reasons: ReadonlyMap<unknown, EndOfAnswer> = new Map<unknown, EndOfAnswer>([
  ['stop', 'complete'],
  ['tool-calls', 'calls'],
  ['length', 'length'],
  ['content-filter', 'withheld'],
])

function ended({ finishReason, usage }: UnknownObject, { hasCalls }: State): ModelEvent {
  const unified = isObject(finishReason) ? finishReason['unified'] : undefined
  if (unified === 'interrupted' || unified === 'error') throw new BrokenOff('It ended before it was whole.')
  const reason = reasons.get(unified) ?? 'other'
  // Local endpoints say of calls, too, that the answer is complete.
  const isCalls = hasCalls && (reason === 'complete' || reason === 'other')
  return {
    kind: 'end',
    reason: isCalls ? 'calls' : reason,
    usage: { input: tokens(usage, 'inputTokens'), output: tokens(usage, 'outputTokens') },
  }
}

function tokens(usage: unknown, which: 'inputTokens' | 'outputTokens'): number {
  const counts = isObject(usage) ? usage[which] : undefined
  const total = isObject(counts) ? counts['total'] : undefined
  return typeof total === 'number' && Number.isFinite(total) ? total : 0
}
