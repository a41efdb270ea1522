import { expect, test } from 'vitest'
import { createCalls } from './calls.ts'
import type { Attempt, Calls, WantedCall } from './index.ts'
import { decideCall, decisionLog, findCalls, listCalls } from './decide.ts'
import type { Decided, Decision, ListedCall } from './decide.ts'
import { memoryStore } from './memory.ts'
import type { Store } from './store.ts'

function open(): {
  calls: Calls
  store: Store
  decide: (verdict: Decision['verdict']) => Promise<Decided>
  pass: (ms: number) => void
} {
  let time = 1_000_000
  let ids = 0
  const newId = (): string => `id-${(ids += 1)}`
  const store = memoryStore({ now: () => time })
  const only = async (): Promise<ListedCall> => {
    const [call] = await listCalls(store, { all: true })
    if (call === undefined) throw new Error('There is no call.')
    return call
  }
  return {
    calls: createCalls({ store, now: () => time, newId }),
    store,
    decide: async (verdict) =>
      await decideCall(store, await only(), { verdict, by: 'ann', reason: 'looked it up', newId }),
    pass: (ms) => void (time += ms),
  }
}

const wanted: WantedCall = {
  tool: 'refund_order',
  scope: ['shop'],
  caller: 'me',
  args: { order_id: 'PT-1042' },
  key: { order_id: 'PT-1042' },
  clientKey: undefined,
  windowMs: 1000,
}

async function begin(calls: Calls): Promise<Attempt> {
  const claim = await calls.claim(wanted)
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  return claim.attempt
}

test('a call whose process was silent for too long is unknown', async () => {
  const { calls, store, pass } = open()
  await begin(calls)
  expect((await listCalls(store)).map(({ state }) => state)).toEqual(['running'])
  pass(15_000)
  const [call] = await listCalls(store)
  expect(call?.state).toBe('unknown')
  expect(await findCalls(store, call?.ref.slice(0, 5) ?? '')).toEqual([call])
  expect(await findCalls(store, 'x')).toEqual([])
})

test('what a person says was done is done, without a result, and the word is kept', async () => {
  const { calls, store, decide } = open()
  await (await begin(calls)).unknown()
  expect(await decide('done')).toEqual({ kind: 'decided' })
  expect(await calls.claim(wanted)).toMatchObject({
    kind: 'done',
    record: { settled: { by: 'ann', reason: 'looked it up' } },
  })
  const [line] = await store.readLog(decisionLog)
  expect(JSON.parse(line?.value ?? '')).toMatchObject({
    tool: 'refund_order',
    verdict: 'done',
    by: 'ann',
    reason: 'looked it up',
  })
})

test('what a person says was not done may be called again, under another key for systems behind', async () => {
  const { calls, decide } = open()
  const attempt = await begin(calls)
  await attempt.unknown()
  expect(await decide('not-done')).toEqual({ kind: 'decided' })
  expect((await begin(calls)).idempotencyKey).not.toBe(attempt.idempotencyKey)
})

test('what is done may be released for another effect, which has another key', async () => {
  const { calls, decide } = open()
  const attempt = await begin(calls)
  await attempt.done({ content: [] })
  expect(await decide('release')).toEqual({ kind: 'decided' })
  const second = await begin(calls)
  expect(second.idempotencyKey).not.toBe(attempt.idempotencyKey)
  await second.free('released')
  expect((await begin(calls)).idempotencyKey).toBe(second.idempotencyKey)
})

test('late truth does not undo what a person has decided', async () => {
  const { calls, decide } = open()
  const attempt = await begin(calls)
  await attempt.unknown()
  await decide('not-done')
  await attempt.done({ content: [] })
  expect((await calls.look(wanted)).kind).toBe('free')
})

test('what is running is not decided, nor what is clear already', async () => {
  const { calls, decide } = open()
  const attempt = await begin(calls)
  expect(await decide('not-done')).toMatchObject({ says: expect.stringContaining('is running') })
  await attempt.unknown()
  expect(await decide('release')).toMatchObject({ says: expect.stringContaining('Settle it: verbnoun ledger settle') })
  await decide('done')
  expect(await decide('done')).toMatchObject({ says: expect.stringContaining('To have it done once more') })
  await decide('release')
  expect(await decide('release')).toMatchObject({ says: expect.stringContaining('may be called already') })
})
