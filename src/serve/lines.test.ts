import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, lineSplitter } from './lines.ts'

test('lines come out as they went in, wherever the chunks end', () => {
  const line = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\n', ' '))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat({ max: 40 })), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
      const wanted = lines.map((text) => Buffer.from(text).toString().trim()).filter((text) => text !== '')
      expect(split(chunksOf(bytes, cuts))).toEqual(wanted.map((text) => ({ kind: 'text', text })))
    }),
  )
})

test('any bytes make lines, and a line over the limit is said to be so, wherever the chunks end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.array(fc.nat({ max: 9 })), (bytes, cuts) => {
      const buffer = Buffer.from([...bytes.map((byte) => (byte % 7 === 0 ? 10 : byte)), 10])
      expect(split(chunksOf(buffer, cuts), 8)).toEqual(split([buffer], 8))
    }),
  )
})

test('carriage returns, byte order marks and blank lines are dropped', () => {
  expect(split([Buffer.from('\uFEFF{}\r\n\r\n  \n{"a":1}\n')])).toEqual([
    { kind: 'text', text: '{}' },
    { kind: 'text', text: '{"a":1}' },
  ])
})

test('a line that is not UTF-8 is named, and those beside it are read', () => {
  expect(split([Buffer.from([0x61, 0x0a, 0xff, 0x0a]), Buffer.from('\uFFFD\n')])).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'not-utf8' },
    { kind: 'text', text: '\uFFFD' },
  ])
})

test('a line over the limit is skipped to its end', () => {
  const chunks = ['12345', '67890', '1\nok\n123456789\n', 'fine\n'].map((text) => Buffer.from(text))
  expect(split(chunks, 8)).toEqual([
    { kind: 'too-long' },
    { kind: 'text', text: 'ok' },
    { kind: 'too-long' },
    { kind: 'text', text: 'fine' },
  ])
})

test('a line of exactly the limit is read', () => {
  expect(split([Buffer.from('12345678\n')], 8)).toEqual([{ kind: 'text', text: '12345678' }])
})

function split(chunks: readonly Buffer[], limit?: number): Line[] {
  const next = lineSplitter(limit)
  return chunks.flatMap((chunk) => next(chunk))
}

function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const chunks: Buffer[] = []
  let start = 0
  for (const size of cuts) {
    chunks.push(bytes.subarray(start, start + size))
    start += size
  }
  return [...chunks, bytes.subarray(start)]
}
