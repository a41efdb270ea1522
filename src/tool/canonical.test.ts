import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { digest, keyedDigest } from './digest.ts'

test('keys are sorted by code unit, numbers and strings are spelled one way', () => {
  const value = {
    é: 1,
    '\ufb33': 'last',
    '\n': 'first',
    '10': 'ten',
    '9': 'nine',
    '🐦': 'pair',
    n: [1e30, 4.5, 2e-3, 1e-27, -0],
  }
  expect(canonicalJson(value)).toBe(
    '{"\\n":"first","10":"ten","9":"nine","n":[1e+30,4.5,0.002,1e-27,0],"é":1,"🐦":"pair","\ufb33":"last"}',
  )
})

test('the order in which keys were written does not count', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(reversed)).toBe(canonicalJson(value))
    }),
  )
})

test('reading canonical JSON and writing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = canonicalJson(value)
      expect(canonicalJson(JSON.parse(json))).toBe(json)
    }),
  )
})

const cycle: Record<string, unknown> = {}
cycle['self'] = [cycle]
test.each([
  ['a lone surrogate', '\ud800'],
  ['a lone surrogate as a key', { '\udfff': 1 }],
  ['NaN', Number.NaN],
  ['an infinity', [Infinity]],
  ['a bigint', 1n],
  ['a function', [() => 1]],
  ['undefined', undefined],
  ['an undefined item', Array.from({ length: 1 }, () => undefined)],
  ['a cycle', cycle],
  ['a date, whose text is a choice', new Date(0)],
  ['a map', new Map()],
])('%s is refused', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(/^JSON holds/)
})

test('one object twice is no cycle', () => {
  const shared = { a: 1 }
  expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]')
})

test('a key like __proto__ is an ordinary key', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}')
  expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"constructor":2}')
})

test('a digest is of the data, and a keyed one of the key too', () => {
  expect(digest({ b: 1.0, a: -0 })).toBe(digest({ a: 0, b: 1 }))
  expect(digest({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  const [one, other] = [new Uint8Array(32), new Uint8Array(32).fill(1)]
  expect(keyedDigest(one, {})).not.toBe(keyedDigest(other, {}))
})
