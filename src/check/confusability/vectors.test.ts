import { expect, test } from 'vitest'
import { meaningOf } from './meaning.ts'
import { keyOf } from './stem.ts'
import { alphabet, vectorTable } from './vector-table.ts'
import { knownWord, nearness } from './vectors.ts'

function near(one: string, other: string): number {
  const [first, second] = [one, other].map((word) => knownWord(keyOf(word)))
  return first && second ? nearness(first.vector, second.vector) : Number.NaN
}

test('words of like meaning are nearer than others', () => {
  expect(near('customer', 'client')).toBeGreaterThan(0.4)
  expect(near('purchase', 'buy')).toBeGreaterThan(0.4)
  expect(near('picture', 'image')).toBeGreaterThan(0.4)
  expect(Math.abs(near('invoice', 'weather'))).toBeLessThan(0.2)
})

test('every line of the table is found, its first and its last as well', () => {
  const lines = vectorTable().split('\n')
  expect(lines.length).toBeGreaterThan(30_000)
  const keys = lines.map((line) => line.slice(0, line.indexOf(' ')))
  expect(keys).toEqual(keys.toSorted())
  expect(lines.filter((line) => line.length !== line.indexOf(' ') + 27)).toEqual([])
  const sample = keys.filter((_, at) => at % 97 === 0)
  for (const key of [...sample, keys.at(0)!, keys.at(-1)!]) {
    const { vector, rank } = knownWord(key) ?? {}
    expect(vector && nearness(vector, vector)).toBeCloseTo(1, 4)
    expect(rank).toBeGreaterThanOrEqual(1)
  }
})

test('what is not in the table is not known', () => {
  for (const key of ['', ' ', 'aa l', 'zzzzzz', 'Äpfel', '列表', '\n', alphabet]) expect(knownWord(key)).toBeUndefined()
})

test('the table takes less than two megabytes', () => {
  expect(vectorTable().length).toBeLessThan(2_000_000)
})

test('a word of any language is like itself and unlike others', () => {
  const [one, other] = [meaningOf(['检索']), meaningOf(['löscht'])]
  expect(nearness(one, meaningOf(['检索']))).toBeCloseTo(1, 4)
  expect(Math.abs(nearness(one, other))).toBeLessThan(0.4)
})

test('no words mean nothing', () => {
  expect(Array.from(meaningOf([])).every((value) => value === 0)).toBe(true)
})
