import { describe, expect, test } from 'vitest'
import { failedResult, isObject } from '../../tool/index.ts'
import type { ModelTools } from '../convert/model-tools.ts'
import type { ModelAnswer } from '../convert/parts.ts'
import { scriptedModel } from '../models/scripted.ts'
import type { Script, ScriptedAnswer } from '../models/scripted.ts'
import type { Request } from '../request.ts'
import type { LoopEnd, LoopEvent } from './event.ts'
import { runLoop } from './loop.ts'
import type { Message } from './message.ts'
import type { LoopOptions } from './ports.ts'
import { calls, repeats } from './stops.ts'
import { readWanted } from './wanted-call.ts'

const tools: ModelTools = {
  tools: [{ name: 'orders__find', description: 'Finds.', inputSchema: { type: 'object' } }],
  setAside: [{ name: 'orders__odd', place: { server: 'orders', tool: 'odd' }, reason: 'its schema goes in a circle' }],
  read: (name, args) =>
    name === 'orders__find'
      ? { kind: 'call', place: { server: 'orders', tool: 'find' }, arguments: isObject(args) ? args : {} }
      : { kind: 'refused', reason: `There is no tool "${name}".` },
}

type Options = LoopOptions<string>

function options(script: Script, more: Partial<Options> = {}): Options {
  return {
    model: scriptedModel(script),
    messages: [user('Where is it?')],
    tools: () => tools,
    decide: async ({ place, arguments: args }) => ({ kind: 'allow', leave: `${place.tool} ${JSON.stringify(args)}` }),
    execute: async (leave) => ({
      result: { content: [{ type: 'text', text: leave }] },
      answer: { isError: false, parts: [{ kind: 'text', text: `${leave}: here` }] },
    }),
    now: () => 0,
    ...more,
  }
}

function user(text: string): Message {
  return { role: 'user', parts: [{ kind: 'text', text }] }
}

interface Ran {
  readonly events: readonly LoopEvent[]
  readonly end: LoopEnd
}

async function run(script: Script, more?: Partial<Options>): Promise<Ran> {
  const events: LoopEvent[] = []
  for await (const event of runLoop(options(script, more))) events.push(event)
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('no end')
  return { events, end: last.end }
}

/** The texts of the answers to calls, in order. */
function answersIn({ messages }: LoopEnd): string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? message.answers.map(textOf) : []))
}

function textOf({ parts }: ModelAnswer): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join(' | ')
}

const find = (id: number) => ({ call: 'find', arguments: { id } })

test('a model calls a tool, reads its answer and answers', async () => {
  const { events, end } = await run([
    ['I look.', { call: 'find', arguments: { id: 1 } }],
    ['It is ', 'here.'],
  ])
  expect(events.map(({ kind }) => kind)).toEqual(
    'step text call message call-begun call-ended message step text text message end'.split(' '),
  )
  expect(end).toMatchObject({ reason: 'answered', text: 'It is here.', steps: 2, note: undefined })
  expect(end.messages).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'Where is it?' }] },
    {
      role: 'assistant',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'call', id: 'call_1_1', name: 'orders__find', arguments: { id: 1 } },
      ],
    },
    {
      role: 'tool',
      answers: [
        {
          id: 'call_1_1',
          name: 'orders__find',
          isError: false,
          parts: [{ kind: 'text', text: 'find {"id":1}: here' }],
        },
      ],
    },
    { role: 'assistant', parts: [{ kind: 'text', text: 'It is here.' }] },
  ])
})

test('what is denied is not run, and the model reads why', async () => {
  const { end } = await run([[{ call: 'find' }], ['Sorry.']], {
    decide: async () => ({ kind: 'deny', reason: 'find was not run: no.' }),
    execute: async () => ({ result: failedResult('ran'), answer: { isError: true, parts: [] } }),
  })
  expect(end.messages[2]).toMatchObject({ answers: [{ isError: true, parts: [{ text: 'find was not run: no.' }] }] })
})

describe('calls of one answer', () => {
  test('run at once where they may, while a person thinks about another; answers stand in their order', async () => {
    const thinking = new AbortController()
    const events: string[] = []
    let end: LoopEnd | undefined
    const loop = runLoop(
      options([[find(1), find(2), find(3)], ['Done.']], {
        async decide({ arguments: { id } }, { onAsk }) {
          if (id !== 1) return { kind: 'allow', leave: `find ${String(id)}` }
          onAsk({ ref: 'K7QF' } as Request)
          await new Promise((resolve) => thinking.signal.addEventListener('abort', resolve))
          return { kind: 'deny', reason: 'find 1 was not run: no.' }
        },
      }),
    )
    for await (const event of loop) {
      if ('call' in event && event.kind !== 'call') events.push(`${event.kind} ${String(event.call.arguments['id'])}`)
      if (events.filter((text) => text.startsWith('call-ended')).length === 2) thinking.abort()
      if (event.kind === 'end') end = event.end
    }
    expect(answersIn(end!)).toEqual(['find 1 was not run: no.', 'find 2: here', 'find 3: here'])
    expect(events).toEqual([
      'call-asked 1',
      'call-begun 2',
      'call-begun 3',
      'call-ended 2',
      'call-ended 3',
      'call-denied 1',
    ])
  })

  test('have ids of their own, whatever the model calls them', async () => {
    const { end } = await run([
      [
        { ...find(1), id: 'a' },
        { ...find(2), id: 'a' },
        { ...find(3), id: '' },
      ],
      [{ ...find(4), id: 'a' }],
      ['Done.'],
    ] as Script)
    const ids = end.messages.flatMap((message) => (message.role === 'tool' ? message.answers.map(({ id }) => id) : []))
    expect(ids).toEqual(['a', 'a_2', 'call_2', 'a_3'])
    expect(answersIn(end)[1]).toBe('find {"id":2}: here')
  })
})

describe('a model that errs', () => {
  test.each<[string, ScriptedAnswer, string]>([
    ['calls a tool that is none', [{ call: 'nope' }], 'There is no tool "nope".'],
    [
      'sends what is no JSON',
      [{ call: 'find', arguments: `{"id": ${'1'.repeat(300)}` }],
      `orders__find was not run: its arguments are no JSON. You wrote: "{\\"id\\": ${'1'.repeat(190)}… (`,
    ],
    [
      'sends no object',
      [{ call: 'find', arguments: '[1]' }],
      'orders__find was not run: The arguments are no object. You wrote: "[1]"',
    ],
    [
      'sends half a character',
      [{ call: 'find', arguments: '{"a":"\\ud800"}' }],
      'orders__find was not run: The arguments cannot be sent: JSON holds no lone surrogate. You wrote:',
    ],
    [
      'is cut off in the middle of a call',
      ['I look.', { call: 'find', arguments: '{"id": "PT-' }, { end: 'length' }],
      'orders__find was not run: your answer reached its greatest length in the middle of this call.',
    ],
  ])('and %s reads what is wrong, and goes on', async (_, answer, text) => {
    const { end, events } = await run([answer, ['I see.']])
    expect(answersIn(end)[0]).toContain(text)
    expect(answersIn(end)[0]!.length).toBeLessThan(400)
    expect(end).toMatchObject({ reason: 'answered', text: 'I see.' })
    expect(events.filter(({ kind }) => kind === 'call-begun')).toEqual([])
    const [, said] = end.messages
    expect(said?.role === 'assistant' && said.parts.at(-1)).toMatchObject({ kind: 'call', arguments: {} })
  })

  test('makes thousands of calls under one id with half a character in it, and each has its own', () => {
    const start = performance.now()
    const naming = { names: new Set<string>(), ids: new Set<string>() }
    const said = { kind: 'call', id: 'a\uD800', name: 'find', arguments: '{}' } as const
    const ids = Array.from({ length: 20_000 }, () => readWanted(said, naming).call.id)
    expect([new Set(ids).size, ids.every((id) => id.isWellFormed())]).toEqual([20_000, true])
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('calls a tool by no name at all, and the transcript has one', async () => {
    const { end } = await run([[{ call: '' }, { call: 'a tool.of mine' }], ['Oh.']])
    const [, said] = end.messages
    expect(said?.role === 'assistant' && said.parts).toMatchObject([{ name: 'unnamed' }, { name: 'a_tool_of_mine' }])
    expect(answersIn(end)).toEqual(['There is no tool "".', 'There is no tool "a tool.of mine".'])
  })

  test('holds nothing up with what it writes', async () => {
    const start = performance.now()
    const answer = Array.from({ length: 3 }, () => ({ call: 'find', arguments: `${' '.repeat(300_000)}x` }))
    const { end } = await run([answer, ['Oh.']])
    expect(answersIn(end)[2]).toContain('its arguments are no JSON')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('without arguments calls with none', async () => {
    const { end } = await run([
      [
        { call: 'find', arguments: '' },
        { call: 'find', arguments: 'null' },
      ],
      ['Done.'],
    ])
    expect(answersIn(end)).toEqual(['find {}: here', 'find {}: here'])
  })

  test('runs what was whole before it was cut off', async () => {
    const cut = { call: 'find', arguments: '{"id' }
    const { end } = await run([[find(1), cut, { end: 'length' }], ['Done.']])
    expect(answersIn(end)[0]).toBe('find {"id":1}: here')
    expect(answersIn(end)[1]).toContain('greatest length')
  })

  test('says nothing, and nothing is kept of that', async () => {
    const { end } = await run([[' ', { reasoning: 'Hm.' }]])
    expect(end).toMatchObject({ reason: 'answered', note: 'The model said nothing.', messages: [{ role: 'user' }] })
  })

  test.each([
    ['length', 'may be cut off'],
    ['withheld', 'withheld the rest'],
  ] as const)('ends by %s', async (how, note) => {
    const { end } = await run([['Once upon', { end: how }]])
    expect(end).toMatchObject({ reason: how, text: 'Once upon', note: expect.stringContaining(note) })
  })

  test('makes no call in an answer of which the rest was withheld', async () => {
    const { end } = await run([[find(1), { end: 'withheld' }]])
    expect(end.reason).toBe('withheld')
    expect(answersIn(end)).toEqual(['orders__find was not run: the provider withheld the rest of your answer.'])
  })
})

describe('an answer that breaks off', () => {
  test.each<[string, ScriptedAnswer]>([
    [
      'with an error',
      ['I will ', { reasoning: 'x' }, 'look.', find(1), { error: 'The line is dead.', status: 529, isPassing: true }],
    ],
    ['without an end', ['I will ', { reasoning: 'x' }, 'look.', find(1), { end: 'cut' }]],
  ])('%s keeps its text, makes no call, and ends the loop', async (how, answer) => {
    const { end, events } = await run([answer])
    const isError = how === 'with an error'
    const note = isError ? 'The line is dead.' : 'The answer broke off before its end.'
    expect(end).toMatchObject({ reason: 'failed', note, error: { message: note }, steps: 1 })
    expect(end.error?.status).toBe(isError ? 529 : undefined)
    expect(end.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: 'I will ' },
          { kind: 'text', text: 'look.' },
        ],
      },
    ])
    expect(events.some(({ kind }) => kind === 'call-begun')).toBe(false)
  })

  test('before a word leaves the messages as they were', async () => {
    const { end } = await run([[find(1)], [{ error: 'No key.', status: 401 }]])
    expect(end).toMatchObject({ reason: 'failed', error: { status: 401, isPassing: false } })
    expect(end.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })
})

async function thrown(): Promise<never> {
  throw new Error('out of order')
}

describe('ports that throw', () => {
  test.each<[string, Partial<Options>, string]>([
    ['decide', { decide: thrown }, 'orders__find was not run: it could not be decided: out of order'],
    ['execute', { execute: thrown }, 'Nobody knows whether orders__find was done: out of order. Do not call it again'],
    [
      'decide at once',
      {
        decide: () => {
          throw new Error('out of order')
        },
      },
      'it could not be decided: out of order',
    ],
    [
      'read',
      {
        tools: () => ({
          ...tools,
          read: () => {
            throw new Error('out of order')
          },
        }),
      },
      'it could not be looked up',
    ],
  ])('%s: the model reads of it', async (_, more, text) => {
    const { end } = await run([[find(1)], ['I see.']], more)
    expect(answersIn(end)[0]).toContain(text)
    expect(end.reason).toBe('answered')
  })

  test.each<[string, Partial<Options>]>([
    [
      'tools',
      {
        tools: () => {
          throw new Error('out of order')
        },
      },
    ],
    [
      'stop',
      {
        stop: [
          () => {
            throw new Error('out of order')
          },
        ],
      },
    ],
    [
      'now',
      {
        now: () => {
          throw new Error('out of order')
        },
      },
    ],
  ])('%s: the loop ends with a note', async (_, more) => {
    const { end } = await run([[find(1)], ['I see.']], more)
    expect(end).toMatchObject({ reason: 'failed', note: 'The loop has failed: out of order' })
  })
})

describe('a loop ends', () => {
  const endless = Array.from({ length: 60 }, (_, at): ScriptedAnswer => [find(at)])

  test('after 50 steps, or fewer where that is the limit', async () => {
    const { end } = await run(endless)
    expect(end).toMatchObject({ reason: 'steps', steps: 50, note: 'The model was asked 50 times, which is the limit.' })
    expect((await run(endless, { limits: { steps: 3 } })).end.steps).toBe(3)
  })

  test('when its tokens are used up', async () => {
    const script = endless.map((answer): ScriptedAnswer => [
      ...answer,
      { end: 'calls', usage: { input: 100, output: 5 } },
    ])
    const { end } = await run(script, { limits: { tokens: 300 } })
    expect(end).toMatchObject({ reason: 'tokens', usage: { input: 300, output: 15 }, steps: 3 })
  })

  test('when its time is over, in which nobody is waited for', async () => {
    let time = 0
    const { end } = await run(endless, {
      now: () => time,
      limits: { ms: 1000 },
      async decide(_, { onAsk }) {
        onAsk({} as Request)
        time += 100_000
        return { kind: 'allow', leave: 'find' }
      },
      async execute(_, { pause }) {
        time += 300
        const resume = pause()
        time += 100_000
        resume()
        return { result: { content: [] }, answer: { isError: false, parts: [{ kind: 'text', text: String(time) }] } }
      },
    })
    expect(end).toMatchObject({ reason: 'time', steps: 4, note: 'The time of 1000 ms is over.' })
  })

  test('where a model that never waits is cancelled', async () => {
    const leaving = new AbortController()
    const restless = {
      ...scriptedModel([]),
      async *stream() {
        for (;;) yield { kind: 'text', text: '' } as const
      },
    }
    setTimeout(() => leaving.abort(), 20)
    const { end } = await run([], { model: restless, signal: leaving.signal })
    expect(end.reason).toBe('cancelled')
  })

  test('where an answer has no end, and keeps what a request can hold', async () => {
    const model = {
      ...scriptedModel([]),
      async *stream() {
        for (;;) yield { kind: 'text', text: 'x'.repeat(1_000_000) } as const
      },
    }
    const { end } = await run([], { model })
    expect(end).toMatchObject({ reason: 'failed', note: 'The answer has more than 20000000 characters.' })
    expect(end.text.length).toBeLessThan(20_000_000)
  })

  test.each([{}, { usage: { input: Number.NaN, output: -1 } }])('as any, after an end like %j', async (odd) => {
    const model = {
      ...scriptedModel([]),
      async *stream() {
        yield* [
          { kind: 'text', text: 'Here.' },
          { kind: 'source', url: 'x' },
          { kind: 'end', reason: 'complete', ...odd },
        ]
      },
    } as unknown as Options['model']
    const { end } = await run([], { model })
    expect(end).toMatchObject({ reason: 'answered', text: 'Here.', usage: { input: 0, output: 0 } })
    expect(end.messages.at(-1)).toEqual({ role: 'assistant', parts: [{ kind: 'text', text: 'Here.' }] })
  })

  test('in the middle of an answer that hangs, keeping what was said', async () => {
    const stuck = {
      ...scriptedModel([]),
      async *stream() {
        yield { kind: 'text', text: 'I look' } as const
        await new Promise(() => undefined)
      },
    }
    const { end } = await run([], { model: stuck, now: () => performance.now(), limits: { ms: 40 } })
    expect(end).toMatchObject({ reason: 'time', text: 'I look', note: 'The time of 40 ms is over.' })
  })

  test('in the middle of a call that hangs, which may have been made', async () => {
    let isAborted = false
    const { end } = await run([[find(1)]], {
      now: () => performance.now(),
      limits: { ms: 40 },
      async execute(_, { signal }) {
        signal.addEventListener('abort', () => (isAborted = true))
        return await new Promise(() => undefined)
      },
    })
    expect(end.reason).toBe('time')
    expect(isAborted).toBe(true)
    expect(answersIn(end)).toEqual([expect.stringContaining('Nobody knows whether orders__find was done')])
  })

  test('not while a person thinks', async () => {
    const { end } = await run([[find(1)], ['Here.']], {
      now: () => performance.now(),
      limits: { ms: 1000 },
      async decide(_, { onAsk }) {
        onAsk({} as Request)
        await new Promise((resolve) => setTimeout(resolve, 1200))
        return { kind: 'allow', leave: 'find' }
      },
    })
    expect(end.reason).toBe('answered')
  })

  test('and begins no call when the time is over before it is allowed', async () => {
    let time = 0
    const { end } = await run([[find(1)]], {
      now: () => time,
      limits: { ms: 10 },
      async decide() {
        time = 10
        return { kind: 'allow', leave: 'find' }
      },
    })
    expect(answersIn(end)).toEqual(['orders__find was not run: the time of this conversation is over.'])
  })

  test('when the model repeats itself, which it was told', async () => {
    const same = Array.from({ length: 9 }, (): ScriptedAnswer => [find(1)])
    const { end } = await run(same)
    const here = 'find {"id":1}: here'
    const note = (times: number): string =>
      `${here} | You have made exactly this call ${times} times in a row, with exactly this result. To repeat it changes nothing: do something else, or tell the user.`
    expect(answersIn(end)).toEqual([here, here, note(3), note(4), note(5)])
    expect(end).toMatchObject({
      reason: 'repeating',
      note: 'The model has made the same call 5 times in a row, with the same result.',
    })
    expect((await run(same, { stop: [] })).end.steps).toBe(10)
    expect(
      (await run([[find(1)], [find(1)], [find(2)], [find(1)], ['Done.']], { stop: [repeats(3)] })).end.reason,
    ).toBe('answered')
  })

  test('when a tool was called that ends it', async () => {
    const { end } = await run(endless, { stop: [calls('orders__find')] })
    expect(end).toMatchObject({ reason: 'stopped', steps: 1, note: 'orders__find was called.' })
  })

  test.each<[Partial<Options>, string]>([
    [{ messages: [] }, 'There is nothing to answer: give at least one message of the user.'],
    [
      { messages: [user('Hi.'), { role: 'assistant', parts: [{ kind: 'text', text: 'Hi.' }] }] },
      'The last message is an answer of the model: put one of the user behind it.',
    ],
    [{ limits: { steps: Number.NaN } }, 'limits.steps is NaN; it is a number above 0.'],
    [{ limits: { ms: -1 } }, 'limits.ms is -1; it is a number above 0.'],
  ])('at once where nothing can be asked: %j', async (more, note) => {
    const { end } = await run([['Hi.']], more)
    expect(end).toMatchObject({ reason: 'failed', note, steps: 0 })
  })
})

function hanging(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
}

describe('cancelling', () => {
  test('ends a call that runs, and the model reads that nobody knows of it', async () => {
    const ending = new AbortController()
    let isAborted = false
    const { end } = await run([['I look.', find(1), find(2)]], {
      signal: ending.signal,
      decide: async ({ arguments: { id } }, { signal }) =>
        id === 1 ? { kind: 'allow', leave: 'find' } : await hanging(signal),
      async execute(_, { signal }) {
        signal.addEventListener('abort', () => (isAborted = true))
        setImmediate(() => ending.abort())
        return await new Promise(() => undefined)
      },
    })
    expect(isAborted).toBe(true)
    expect(end).toMatchObject({ reason: 'cancelled', text: 'I look.' })
    expect(answersIn(end)).toEqual([
      'Nobody knows whether orders__find was done: it was cancelled on its way. Do not call it again before you have checked.',
      'orders__find was not run: it was cancelled before.',
    ])
  })

  test('in the middle of an answer keeps what was said', async () => {
    const ending = new AbortController()
    let end: LoopEnd | undefined
    const events: string[] = []
    const loop = runLoop(
      options([['Once ', 'upon ', find(1), { wait: 1 }]], {
        signal: ending.signal,
        model: scriptedModel([['Once ', 'upon ', find(1), { wait: 1 }, 'a time.']], {
          sleep: (_, signal) => hanging(signal),
        }),
      }),
    )
    for await (const event of loop) {
      events.push(event.kind)
      if (event.kind === 'call') ending.abort()
      if (event.kind === 'end') end = event.end
    }
    expect(end).toMatchObject({ reason: 'cancelled', messages: [{}, { parts: [{ text: 'Once upon ' }] }] })
    expect(events).toEqual(['step', 'text', 'text', 'call', 'message', 'end'])
  })

  test('before it begins asks nobody', async () => {
    const model = scriptedModel([['Hi.']])
    const { events } = await run([], { model, signal: AbortSignal.abort() })
    expect(events).toMatchObject([{ kind: 'end', end: { reason: 'cancelled', steps: 0 } }])
    expect(model.requests).toEqual([])
  })

  test('by leaving ends what runs; the next request has an answer to what was left', async () => {
    let running: AbortSignal | undefined
    const kept: Message[] = [user('Where is it?')]
    for await (const event of runLoop(
      options([[find(1)]], {
        async execute(_, { signal }) {
          running = signal
          return await new Promise(() => undefined)
        },
      }),
    )) {
      if (event.kind === 'message') kept.push(event.message)
      if (event.kind === 'call-begun') break
    }
    expect(running?.aborted).toBe(true)
    const model = scriptedModel([['I check.']])
    await run([], { model, messages: [...kept, user('And?')] })
    expect(model.requests[0]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      {
        role: 'tool',
        answers: [
          {
            id: 'call_1_1',
            parts: [
              {
                text: 'Nobody knows whether orders__find was done: its answer was lost. Do not call it again before you have checked.',
              },
            ],
          },
        ],
      },
      { role: 'user' },
    ])
  })
})
