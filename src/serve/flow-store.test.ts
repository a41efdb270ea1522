import { expect, test } from 'vitest'
import { memoryFlowStore } from './flow-store.ts'

test('an id can be claimed once, until its claim expires', () => {
  let time = 0
  const { claim } = memoryFlowStore(() => time)
  expect([claim('a', 10), claim('a', 10), claim('b', 10)]).toEqual([true, false, true])
  time = 10
  expect(claim('a', 20)).toBe(true)
})

test('a store that is full of claims refuses until some expire', () => {
  let time = 0
  const { claim } = memoryFlowStore(() => time)
  for (let at = 0; at < 100_000; at += 1) claim(String(at), 10)
  expect(claim('one more', 20)).toBe(false)
  time = 10
  expect(claim('one more', 20)).toBe(true)
})

test('long texts are held until there is no more room, and make place when they expire', () => {
  let time = 0
  const { hold, held } = memoryFlowStore(() => time)
  const long = 'x'.repeat(40_000_000)
  expect([hold('a', long, 10), hold('b', long, 10), held('a')?.length, held('b')]).toEqual([
    true,
    false,
    40_000_000,
    undefined,
  ])
  time = 10
  expect([hold('b', long, 20), held('a')]).toEqual([true, undefined])
})
