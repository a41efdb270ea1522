import { expect, test } from 'vitest'
import { failedResult } from '../../tool/index.ts'
import type { Caller } from './caller.ts'
import { converse } from './talk.ts'
import type { Conversation, Talk } from './talk.ts'

const caller = (asks: Caller['asks'], more: Partial<Caller> = {}): Caller => ({
  asks,
  name: 'stranger',
  ask: async () => undefined,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...more,
})
const question = (message: string) => ({
  form: { message, requestedSchema: {} },
  waiting: 'come again',
  unaskable: 'cannot ask',
  openMs: 5000,
})
const begin = (run: (talk: Talk) => Promise<string>, states: string[] = []): Conversation =>
  converse({
    id: 'c',
    wallMs: 100,
    now: () => performance.now(),
    run: async (talk) => failedResult(await run(talk)),
    onState: (state) => void states.push(state),
  })
const said = (text: string): object => ({ kind: 'result', result: failedResult(text) })

test('an answer holds for the question that it was given to, and for no later one', async () => {
  const heard: unknown[] = []
  const conversation = begin(async (talk) => {
    heard.push((await talk.ask(question('first')))?.answer)
    heard.push((await talk.ask(question('second')))?.answer)
    return 'over'
  })
  const [one, other] = await Promise.all([conversation.join(caller('later')), conversation.join(caller('later'))])
  expect([one, other]).toMatchObject([
    { kind: 'ask', state: 'c:1' },
    { kind: 'ask', state: 'c:1' },
  ])
  conversation.hear('c:1', 'yes')
  expect(await conversation.join(caller('later'))).toMatchObject({ kind: 'ask', state: 'c:2' })
  conversation.hear('c:1', 'yes, late')
  expect(await conversation.join(caller('later'))).toMatchObject({ kind: 'ask', form: { message: 'second' } })
  conversation.hear('c:2', 'well')
  expect(await conversation.join(caller('later'))).toEqual(said('over'))
  expect(heard).toEqual(['yes', 'well'])
})

test('who cannot ask is told so, and does not keep others from being asked', async () => {
  const conversation = begin(async (talk) => String((await talk.ask(question('?')))?.answer))
  expect(await conversation.join(caller('never'))).toEqual(said('cannot ask'))
  expect(await conversation.join(caller('now', { ask: async () => 'yes' }))).toEqual(said('yes'))
})

test('who says that it can ask and does not is told that it cannot', async () => {
  const conversation = begin(async (talk) => String((await talk.ask(question('?')))?.answer))
  expect(await conversation.join(caller('now'))).toEqual(said('cannot ask'))
})

test('a question is withdrawn when the last who waited has gone, and nothing is done', async () => {
  const leaving = new AbortController()
  const states: string[] = []
  const seen: AbortSignal[] = []
  const done: string[] = []
  const conversation = begin(async (talk) => {
    if ((await talk.ask(question('?'))) !== undefined) done.push('done')
    return 'over'
  }, states)
  const ask: Caller['ask'] = async (_, signal) => {
    seen.push(signal)
    return await new Promise(() => undefined)
  }
  const reply = conversation.join(caller('now', { ask, signal: leaving.signal }))
  await expect.poll(() => seen.length).toBe(1)
  leaving.abort()
  await reply
  expect(seen[0]?.aborted).toBe(true)
  await expect.poll(() => states).toContain('over')
  expect(done).toEqual([])
})
