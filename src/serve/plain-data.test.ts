import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapContent, plainData } from './plain-data.ts'

const cycle: Record<string, unknown> = { a: 1 }
cycle['self'] = cycle

test.each([
  ['undefined', undefined, null],
  ['a bigint', { big: 10n }, { big: '10' }],
  ['a cycle', cycle, { a: 1, self: '…' }],
  ['an error', new TypeError('no'), { name: 'TypeError', message: 'no' }],
  ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ['a map', new Map<unknown, unknown>([[1, new Set(['a'])]]), { 1: ['a'] }],
  ['what JSON has not', [() => 1, Symbol('x'), undefined], [null, null, null]],
  ['a trap', new Proxy({}, { getPrototypeOf: trap, ownKeys: trap }), 'what was given cannot be shown'],
])('%s becomes plain data', (_, value, expected) => {
  expect(plainData(value, String)).toEqual(expected)
})

test('names of members are changed as texts are', () => {
  expect(plainData({ secret: ['a secret'] }, (text) => text.replace('secret', '*'))).toEqual({ '*': ['a *'] })
})

test('what is huge is cut', () => {
  const rows = Array.from({ length: 50_000 }, () => [1, 2])
  expect(JSON.stringify(plainData(rows, String)).length).toBeLessThan(400_000)
})

test('whatever is given, JSON takes the copy', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (value) => {
      expect(JSON.stringify(plainData(value, String))).toBeTypeOf('string')
    }),
  )
})

test('JSON is copied as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(JSON.stringify(plainData(value, String))).toBe(JSON.stringify(value))
    }),
  )
})

test('bytes of content stay as they are', () => {
  const image = { mimeType: 'image/png', data: 'abc', _meta: { data: 'abc' } }
  expect(mapContent([image, { blob: 'abc', text: 'abc' }], starred)).toEqual([
    { mimeType: 'image/png', data: 'abc', _meta: { data: '*' } },
    { blob: 'abc', text: '*' },
  ])
})

function starred(text: string): string {
  return text.replace('abc', '*')
}

function trap(): never {
  throw new Error('do not look')
}
