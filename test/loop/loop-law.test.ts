import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mendMessages, ModelError, runLoop } from '../../src/host/index.ts'
import type {
  LoopDecided,
  LoopEnd,
  LoopEvent,
  Message,
  ModelEvent,
  ModelTools,
  PlacedCall,
} from '../../src/host/index.ts'
import { faultsOf } from './faults.ts'

/**
 * How a port behaves: after so many turns of the event loop it gives, rejects, throws at once, never comes back, comes
 * back when it is cancelled, or has everything cancelled and then gives.
 */
interface Behaviour {
  readonly after: number
  readonly how: 'gives' | 'denies' | 'rejects' | 'throws' | 'hangs' | 'heeds' | 'aborts'
}

interface World {
  readonly answers: readonly (readonly Said[])[]
  readonly decide: readonly Behaviour[]
  readonly execute: readonly Behaviour[]
  readonly throwing: 'nothing' | 'tools' | 'stop' | 'read' | 'now'
  /** The consumer stops after so many events, and then aborts, or leaves. */
  readonly after: number
  readonly then: 'abort' | 'leave' | 'goes on'
  readonly limits: { readonly steps?: number; readonly tokens?: number }
  readonly before: readonly Message[]
}

type Said =
  | ModelEvent
  | { readonly kind: 'error' }
  | { readonly kind: 'throw' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'tick' }

const words = fc.constantFrom('', ' ', 'Hello', ' there', '\uD83D', '\uDE00', '\n')
const providerData = fc.constantFrom(undefined, undefined, { signature: 'x' })
const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('text' as const), text: words }) },
  {
    weight: 1,
    arbitrary: fc
      .record({ kind: fc.constantFrom('text' as const, 'reasoning' as const), text: words, data: providerData })
      .map(({ data, ...piece }) => ({ ...piece, ...(data && { providerData: data }) })),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      id: fc.constantFrom('', 'a', 'b', 'call_2', 'a_2'),
      name: fc.constantFrom('find', 'find', 'pay', 'nope', 'a.b c', '', 'x'.repeat(90)),
      arguments: fc.constantFrom('{}', '{"id":1}', '', 'null', '{"id":', '[1]', '"x"', '{"a":"\\ud800"}', '{"id":2}'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      reason: fc.constantFrom('complete', 'calls', 'length', 'withheld', 'other'),
      usage: fc.constant({ input: 3, output: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'error' }, { kind: 'throw' }, { kind: 'hang' }, { kind: 'tick' }) },
)

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  after: fc.nat(3),
  how: fc.oneof(
    { weight: 6, arbitrary: fc.constant('gives' as const) },
    { weight: 4, arbitrary: fc.constantFrom('denies', 'rejects', 'throws', 'hangs', 'heeds', 'aborts') },
  ),
})

const user: Message = { role: 'user', parts: [{ kind: 'text', text: 'Go.' }] }
const open: Message = { role: 'assistant', parts: [{ kind: 'call', id: 'a', name: 'pay', arguments: {} }] }

const world: fc.Arbitrary<World> = fc.record({
  answers: fc.array(fc.array(said, { maxLength: 7 }), { maxLength: 4 }),
  decide: fc.array(behaviour, { minLength: 1, maxLength: 4 }),
  execute: fc.array(behaviour, { minLength: 1, maxLength: 4 }),
  throwing: fc.oneof(
    { weight: 6, arbitrary: fc.constant('nothing' as const) },
    { weight: 1, arbitrary: fc.constantFrom('tools', 'stop', 'read', 'now') },
  ),
  after: fc.nat(25),
  then: fc.constantFrom('abort', 'leave', 'goes on'),
  limits: fc.record(
    { steps: fc.integer({ min: 1, max: 4 }), tokens: fc.integer({ min: 1, max: 12 }) },
    { requiredKeys: [] },
  ),
  before: fc.constantFrom([user], [user], [user, open], [user, open, user]),
})

interface Seen {
  readonly events: LoopEvent[]
  readonly allowed: Set<PlacedCall>
  readonly executed: PlacedCall[]
  /** Of calls that have not come back. */
  readonly running: Set<AbortSignal>
  readonly faults: string[]
  hasLeft: boolean
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Behaving extends Behaviour {
  readonly signal: AbortSignal
  readonly abort: () => void
}

async function behave<Value>({ after, how, signal, abort }: Behaving, value: () => Value): Promise<Value> {
  for (let ticks = 0; ticks < after; ticks += 1) await turn()
  if (how === 'aborts') abort()
  if (how === 'rejects') throw new Error('rejected')
  if (how === 'hangs') return await new Promise(() => undefined)
  if (how === 'heeds')
    return await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  return value()
}

function toolsIn({ throwing }: World): ModelTools {
  if (throwing === 'tools') throw new Error('no tools')
  const known = ['find', 'pay']
  return {
    tools: known.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
    setAside: [],
    read(name, args) {
      if (throwing === 'read') throw new Error('cannot read')
      if (known.includes(name) && typeof args === 'object')
        return { kind: 'call', place: { server: 's', tool: name }, arguments: { ...args } }
      return { kind: 'refused', reason: `There is no tool "${name}". It was not run.` }
    },
  }
}

async function* streamOf(answer: readonly Said[] | undefined): AsyncGenerator<ModelEvent> {
  for (const each of answer ?? []) {
    if (each.kind === 'error') throw new ModelError('the line is dead', { isPassing: true })
    if (each.kind === 'throw') throw 'no error at all' as unknown
    if (each.kind === 'hang') await new Promise(() => undefined)
    if (each.kind === 'tick') await turn()
    else if (each.kind !== 'hang') yield each
  }
}

/** Lives through a world, and gives what was seen of it. Fails where it does not come to an end. */
async function live(input: World): Promise<Seen> {
  const seen: Seen = { events: [], allowed: new Set(), executed: [], running: new Set(), faults: [], hasLeft: false }
  const ending = new AbortController()
  const abort = (): void => ending.abort()
  let [asked, decisions, runs, looks] = [0, 0, 0, 0]
  const loop = runLoop<PlacedCall>({
    model: {
      id: 'm',
      profile: {} as never,
      stream: ({ messages }) => {
        seen.faults.push(...faultsOf(messages).map((fault) => `request ${asked}: ${fault}`))
        return streamOf(input.answers[asked++])
      },
    },
    messages: input.before,
    tools: () => toolsIn(input),
    decide(call, { signal }) {
      const how = input.decide[decisions++ % input.decide.length]!
      if (seen.hasLeft || signal.aborted) seen.faults.push('asked about a call after the end')
      if (how.how === 'throws') throw new Error('thrown')
      return behave({ ...how, signal, abort }, (): LoopDecided<PlacedCall> => {
        if (how.how === 'denies') return { kind: 'deny', reason: `${call.place.tool} was not run: no.` }
        seen.allowed.add(call)
        return { kind: 'allow', leave: call }
      })
    },
    execute(leave, { signal, onProgress, pause }) {
      const how = input.execute[runs++ % input.execute.length]!
      if (seen.hasLeft || signal.aborted) seen.faults.push('ran a call after the end')
      seen.executed.push(leave)
      onProgress({ progress: 1 })
      pause()()
      if (how.how === 'throws') throw new Error('thrown')
      if (how.how !== 'rejects') seen.running.add(signal)
      return behave({ ...how, signal, abort }, () => {
        seen.running.delete(signal)
        setImmediate(() => onProgress({ progress: 3 }))
        onProgress({ progress: 2 })
        const text = { kind: 'text', text: how.how === 'denies' ? 'failed \uD800' : 'done' } as const
        return { result: { content: [] }, answer: { isError: how.how === 'denies', parts: [text] } }
      })
    },
    ...(input.throwing === 'stop' && {
      stop: [
        () => {
          throw new Error('cannot stop')
        },
      ],
    }),
    limits: input.limits,
    signal: ending.signal,
    now() {
      looks += 1
      if (input.throwing === 'now' && looks > input.after) throw new Error('no time')
      return 0
    },
  })
  const consume = async (): Promise<void> => {
    for await (const event of loop) {
      seen.events.push(event)
      if (seen.events.length === input.after && input.then === 'abort') ending.abort()
      if (seen.events.length === input.after && input.then === 'leave') break
    }
    seen.hasLeft = true
  }
  const consumed = consume()
  // What hangs must end when it is cancelled.
  for (let ticks = 0; ticks < 60 && !seen.hasLeft; ticks += 1) await turn()
  if (!seen.hasLeft) abort()
  for (let ticks = 0; ticks < 20 && !seen.hasLeft; ticks += 1) await turn()
  if (!seen.hasLeft) throw new Error('it hangs')
  await consumed
  for (const signal of seen.running) if (!signal.aborted) seen.faults.push('a call goes on behind the end')
  for (let ticks = 0; ticks < 5; ticks += 1) await turn()
  return seen
}

const messagesIn = (events: readonly LoopEvent[]): readonly Message[] =>
  events.flatMap((event) => (event.kind === 'message' ? [event.message] : []))

/** What was told of a call, and what its answer says. */
function callFaults(end: LoopEnd, events: readonly LoopEvent[]): string[] {
  return messagesIn(events).flatMap((message) => {
    if (message.role !== 'tool') return []
    return message.answers.flatMap(({ id, parts }) => {
      const told = events.filter((event) => 'call' in event && event.call.id === id).map(({ kind }) => kind)
      const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join()
      if (!/denied|ended/.test(told.at(-1) ?? '')) return [`${id}: something is told behind its end`]
      const path = told.filter((kind) => kind !== 'call-progress' && kind !== 'call-asked').join(' ')
      if (path === 'call call-denied') return /was not run/.test(text) ? [] : [`${id} does not say that it was not run`]
      if (path === 'call call-begun call-ended')
        return /was not run/.test(text) ? [`${id} says that it was not run`] : []
      return [`${id}: ${path}`]
    })
  })
}

function endFaults(input: World, { events, executed }: Seen): string[] {
  const ends = events.filter((event) => event.kind === 'end')
  const [last] = ends
  if (last?.kind !== 'end' || ends.length > 1 || events.at(-1) !== last) return ['there is not one end, at the end']
  const { end } = last
  const faults = faultsOf(end.messages)
  const before = mendMessages(input.before)
  const all = mendMessages([...before, ...messagesIn(events)])
  if (JSON.stringify(end.messages) !== JSON.stringify(all)) faults.push('other messages')
  if (events.filter(({ kind }) => kind === 'call-begun').length !== executed.length) faults.push('a call untold')
  if (input.limits.steps !== undefined && end.steps > input.limits.steps) faults.push('too many steps')
  return [...faults, ...callFaults(end, events)]
}

test('whatever a model says, its ports do and its consumer wants, a loop keeps its promises', async () => {
  const reasons = new Map<string, number>()
  const check = fc.asyncProperty(world, async (input) => {
    const seen = await live(input)
    const { events, allowed, executed, faults } = seen
    expect(faults).toEqual([])
    expect(new Set(executed).size).toBe(executed.length)
    expect(executed.filter((call) => !allowed.has(call))).toEqual([])
    const hasEnded = events.at(-1)?.kind === 'end'
    expect(hasEnded || (input.then === 'leave' && events.length >= input.after)).toBe(true)
    expect(
      hasEnded ? endFaults(input, seen) : faultsOf(mendMessages([...input.before, ...messagesIn(events)])),
    ).toEqual([])
    const last = events.at(-1)
    const reason = last?.kind === 'end' ? last.end.reason : 'left'
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  })
  await fc.assert(check, { numRuns: 1000 })
  // None of it holds because nothing happened.
  expect([...reasons.keys()].toSorted()).toEqual([
    'answered',
    'cancelled',
    'failed',
    'left',
    'length',
    'steps',
    'tokens',
    'withheld',
  ])
})
