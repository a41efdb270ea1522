import { expect, test } from 'vitest'
import { scriptedModel } from '../models/scripted.ts'
import type { Script } from '../models/scripted.ts'
import { ModelError } from './model.ts'
import type { ModelRequest } from './model.ts'
import { retrying } from './retrying.ts'
import type { RetryOptions } from './retrying.ts'

interface Tried {
  readonly said: string
  readonly waits: readonly number[]
  readonly asked: number
}

async function ask(
  script: Script,
  more: Partial<RetryOptions> = {},
  signal = new AbortController().signal,
): Promise<Tried> {
  const waits: number[] = []
  const inner = scriptedModel(script)
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const model = retrying(inner, { sleep, random: () => 0.5, ...more })
  const request: ModelRequest = { messages: [], tools: [], signal }
  let said = ''
  try {
    for await (const event of model.stream(request)) said += event.kind === 'text' ? event.text : `(${event.kind})`
  } catch (error) {
    said += `(${String(error)})`
  }
  return { said, waits, asked: inner.requests.length }
}

const busy = { error: 'Busy.', status: 529, isPassing: true }
const wrong = { error: 'No such model.', status: 404 }

test('a model that fails for a while is asked again, each time after twice as long', async () => {
  expect(await ask([[busy], [busy], ['Hi.']])).toEqual({ said: 'Hi.(end)', waits: [750, 1500], asked: 3 })
})

test('it gives up with the last error', async () => {
  const last = { ...busy, error: 'Still busy.' }
  expect(await ask([[busy], [busy], [last]], { times: 2 })).toEqual({
    said: '(ModelError: Still busy.)',
    waits: [750, 1500],
    asked: 3,
  })
})

test('what a provider wants is waited for, unless it is too long', async () => {
  expect((await ask([[{ ...busy, waitMs: 7000 }], ['Hi.']])).waits).toEqual([7000])
  expect((await ask([[{ ...busy, waitMs: 10 }], ['Hi.']])).waits).toEqual([750])
  expect(await ask([[{ ...busy, waitMs: 3_600_000 }], ['Hi.']])).toEqual({
    said: '(ModelError: Busy.)',
    waits: [],
    asked: 1,
  })
  expect(
    (
      await ask(
        Array.from({ length: 12 }, () => [busy]),
        { times: 9 },
      )
    ).waits.at(-1),
  ).toBe(45_000)
})

test.each([
  ['an error that stays', [[wrong], ['Hi.']], '(ModelError: No such model.)'],
  ['an error behind the first word', [['Hel', busy], ['Hi.']], 'Hel(ModelError: Busy.)'],
])('%s is not tried again', async (_, script, said) => {
  expect(await ask(script)).toEqual({ said, waits: [], asked: 1 })
})

test('nobody is asked again behind an abort, and a wait ends with it', async () => {
  expect((await ask([[busy], ['Hi.']], {}, AbortSignal.abort())).asked).toBe(1)
  const ending = new AbortController()
  const sleep = async (_: number, signal: AbortSignal): Promise<void> => {
    ending.abort()
    signal.throwIfAborted()
  }
  expect(await ask([[busy], ['Hi.']], { sleep }, ending.signal)).toMatchObject({ asked: 1 })
})

test('who waits is told why', async () => {
  const told: unknown[] = []
  await ask([[busy], ['Hi.']], { onWait: ({ status }, ms) => void told.push([status, ms]) })
  expect(told).toEqual([[529, 750]])
})

test('an error of another copy of the package counts', async () => {
  const foreign = Object.assign(new Error('Busy.'), { name: 'ModelError', isPassing: true })
  expect(foreign).not.toBeInstanceOf(ModelError)
  let asked = 0
  const model = retrying(
    {
      ...scriptedModel([]),
      async *stream() {
        asked += 1
        if (asked === 1) throw foreign
        yield { kind: 'text', text: 'Hi.' }
      },
    },
    { sleep: async () => undefined, random: () => 0 },
  )
  const events = model.stream({ messages: [], tools: [], signal: new AbortController().signal })
  const first = await events[Symbol.asyncIterator]().next()
  expect(first.value).toEqual({ kind: 'text', text: 'Hi.' })
})
