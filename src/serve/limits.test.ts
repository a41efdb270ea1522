import { expect, test } from 'vitest'
import type { Tool } from '../tool/index.ts'
import { type Admission, createLimits, type Wanting } from './limits.ts'

function wanting(limits: Partial<Tool>, more: Partial<Wanting> = {}): Wanting {
  const tool: Tool = { name: 'pay', inputSchema: { type: 'object' }, ...limits, run: () => 'done' }
  return { tool, caller: 'me', isNew: true, ...more }
}

function outcome(admission: Admission): string {
  return admission.kind === 'refused' ? admission.text : 'admitted'
}

test('a tool without limits is always admitted', () => {
  const { admit } = createLimits(() => 0)
  expect([1, 2, 3].map(() => outcome(admit(wanting({}))))).toEqual(['admitted', 'admitted', 'admitted'])
})

test('a caller that calls too often is told when to try again, and others are not', () => {
  let time = 0
  const { admit } = createLimits(() => time)
  const call = (more: Partial<Wanting> = {}): string =>
    outcome(admit(wanting({ rateLimit: { calls: 2, per: 10_000 } }, more)))
  expect(call()).toBe('admitted')
  time = 4000
  expect(call()).toBe('admitted')
  expect(call()).toBe('pay was not run: you may call it 2 times in 10 s. Try again in 6 s.')
  expect(call({ caller: 'you' })).toBe('admitted')
  expect(call({ isNew: false })).toBe('admitted')
  time = 10_001
  expect(call()).toBe('admitted')
  expect(call()).toBe('pay was not run: you may call it 2 times in 10 s. Try again in 4 s.')
})

test('more calls at once than a tool allows are told so, until one has left', () => {
  const { admit } = createLimits(() => 0)
  const first = admit(wanting({ concurrency: 1 }))
  expect(outcome(admit(wanting({ concurrency: 1 })))).toBe(
    'pay was not run: a call of it is running. Try again when one has ended.',
  )
  if (first.kind === 'admitted') first.leave()
  if (first.kind === 'admitted') first.leave()
  expect(outcome(admit(wanting({ concurrency: 1 })))).toBe('admitted')
  expect(outcome(admit(wanting({ concurrency: 1 })))).toContain('was not run')
})

test('a call that is undone was never counted', () => {
  const { admit } = createLimits(() => 0)
  const limits = { concurrency: 1, rateLimit: { calls: 1, per: 1000 } }
  const first = admit(wanting(limits))
  if (first.kind === 'admitted') first.undo()
  expect(outcome(admit(wanting(limits)))).toBe('admitted')
  expect(outcome(admit(wanting(limits)))).toContain('was not run')
})
