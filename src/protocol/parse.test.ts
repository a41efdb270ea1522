import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { depthLimit, parseMessage } from './parse.ts'

test('what is no JSON is a parse error', () => {
  expect(parseMessage('oops')).toMatchObject({ kind: 'refused', id: null, error: { code: -32_700 } })
})

test('a message may nest to the limit and no deeper', () => {
  expect(parseMessage(nested(depthLimit))).toMatchObject({ kind: 'value' })
  expect(parseMessage(nested(depthLimit + 1))).toMatchObject({ kind: 'refused', error: { code: -32_600 } })
})

test('a request that nests too deep is answered by its id', () => {
  const text = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":${nested(depthLimit)}}}`
  expect(parseMessage(text)).toMatchObject({ kind: 'refused', id: 7 })
})

test('brackets in strings do not nest', () => {
  const text = JSON.stringify({ id: 7, says: `${'[{'.repeat(100)}"\\` })
  expect(parseMessage(text)).toEqual({ kind: 'value', value: JSON.parse(text) })
})

test('many brackets side by side do not nest', () => {
  const text = JSON.stringify(Array.from({ length: 200 }, () => []))
  expect(parseMessage(text)).toMatchObject({ kind: 'value' })
})

test('any JSON that is not too deep parses to what it says', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value)
      expect(parseMessage(text)).toEqual({ kind: 'value', value: JSON.parse(text) })
    }),
  )
})

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}
