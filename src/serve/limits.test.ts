import { expect, test } from 'vitest'
import type { Tool } from '../tool/index.ts'
import { createLimits, type Admission } from './limits.ts'

function wanting(limits: Partial<Tool>, more: Partial<Admission<string>> = {}): Admission<string> {
  const tool: Tool = { name: 'pay', inputSchema: { type: 'object' }, ...limits, run: () => 'done' }
  return { tool, caller: 'me', isNew: true, run: () => 'done', refuse: (text) => text, ...more }
}

test('a tool without limits is not counted', () => {
  const { keep } = createLimits(() => 0)
  expect([1, 2, 3].map(() => keep(wanting({})))).toEqual(['done', 'done', 'done'])
})

test('a caller that calls too often is told when to try again, and others are not', () => {
  let time = 0
  const { keep } = createLimits(() => time)
  const call = (more: Partial<Admission<string>> = {}): unknown =>
    keep(wanting({ rateLimit: { calls: 2, per: 10_000 } }, more))
  expect(call()).toBe('done')
  time = 4000
  expect(call()).toBe('done')
  expect(call()).toBe('pay was not run: you may call it 2 times in 10 s. Try again in 6 s.')
  expect(call({ caller: 'you' })).toBe('done')
  expect(call({ isNew: false })).toBe('done')
  time = 10_001
  expect(call()).toBe('done')
  expect(call()).toBe('pay was not run: you may call it 2 times in 10 s. Try again in 4 s.')
})

test('more calls at once than a tool allows are told so, until one has ended', async () => {
  const { keep } = createLimits(() => 0)
  const ends: ((value: string) => void)[] = []
  const first = keep(wanting({ concurrency: 1 }, { run: () => new Promise((resolve) => ends.push(resolve)) }))
  const busy = 'pay was not run: a call of it is running. Try again when one has ended.'
  expect(keep(wanting({ concurrency: 1 }))).toBe(busy)
  for (const end of ends) end('done')
  await first
  expect(keep(wanting({ concurrency: 1 }))).toBe('done')
})

test('a call that answers at once or fails gives its place back', async () => {
  const { keep } = createLimits(() => 0)
  expect(keep(wanting({ concurrency: 1 }))).toBe('done')
  const failing = keep(wanting({ concurrency: 1 }, { run: () => Promise.reject(new Error('no')) }))
  await expect(failing).rejects.toThrow('no')
  expect(keep(wanting({ concurrency: 1 }))).toBe('done')
})
