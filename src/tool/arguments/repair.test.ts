import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callTool } from '../call.ts'
import { idle } from '../context.cases.ts'
import { repair } from './repair.ts'
import type { JsonSchema, ObjectSchema } from '../schema/schema.ts'
import type { Tool } from '../tool.ts'

function one(value: JsonSchema): ObjectSchema {
  return { type: 'object', properties: { value }, required: ['value'], additionalProperties: false }
}

const list = { type: 'array', items: { type: 'integer' } } as const

test.each<[string, JsonSchema, unknown, unknown]>([
  ['a number', { type: 'number' }, '42', 42],
  ['an integer', { type: 'integer', minimum: 1 }, ' 42 ', 42],
  ['a boolean', { type: 'boolean' }, 'true', true],
  ['null', { type: ['number', 'null'] }, 'null', null],
  ['a list', list, '[1, 2]', [1, 2]],
  ['a list of quoted numbers', list, '["1", 2]', [1, 2]],
  ['a quoted number in a list', list, [1, '2'], [1, 2]],
  ['an object', { type: 'object', properties: { a: { type: 'string' } } }, '{"a":"1"}', { a: '1' }],
  ['a choice of types', { anyOf: [{ type: 'number' }, list] }, '[3]', [3]],
  ['a choice of numbers', { type: 'integer', enum: [0, 5] }, '5', 5],
])('%s is taken out of its quotes', (_, schema, value, args) => {
  expect(repair(one(schema), { value })?.args).toEqual({ value: args })
})

test.each<[string, JsonSchema, unknown]>([
  ['what is no JSON', { type: 'number' }, '4 2'],
  ['a number that would become another', { type: 'number' }, '12345678901234567890'],
  ['another type in quotes', { type: 'number' }, 'true'],
  ['a number out of range', { type: 'integer', minimum: 50 }, '42'],
  ['a number that is no integer', { type: 'integer' }, '4.2'],
  ['a number where a string is wanted', { type: 'string' }, 42],
  ['a string that may not be one', { type: 'string', maxLength: 1 }, '[1]'],
  ['a string of another choice', { type: 'string', enum: ['a'] }, '"a"'],
  ['a string where strings are one choice', { anyOf: [{ type: 'string', pattern: '^x' }, { type: 'number' }] }, '42'],
  ['a string in quotes in quotes', { type: 'number' }, '"42"'],
])('%s stays refused', (_, schema, value) => {
  expect(repair(one(schema), { value })).toBeUndefined()
})

test('one thing that cannot be mended refuses all', () => {
  expect(repair(one({ type: 'number' }), { value: '42', other: 1 })).toBeUndefined()
})

test('what was quoted runs, and the result says where', async () => {
  const tool: Tool = { name: 'add', inputSchema: one({ type: 'number' }), run: ({ value }) => value }
  expect(await callTool(tool, { value: '42' }, idle)).toMatchObject({
    structuredContent: 42,
    _meta: { 'dev.verbnoun/repaired': ['value'] },
  })
})

test('a string parameter is never parsed', () => {
  fc.assert(
    fc.property(fc.json(), (value) => {
      let got: unknown
      const tool: Tool = {
        name: 'note',
        inputSchema: one({ type: 'string' }),
        run: (args) => void (got = args['value']),
      }
      void callTool(tool, { value }, idle)
      expect(got).toBe(value)
    }),
  )
})

test('what fits is never changed, and what is repaired fits', () => {
  const schema = one({ anyOf: [{ type: ['number', 'boolean', 'null'] }, { type: 'array' }, { type: 'object' }] })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sent = typeof value === 'string' ? value : JSON.stringify(value)
      const repaired = repair(schema, { value: sent })
      const isChanged = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      if (typeof value === 'string' || isChanged) return
      expect(repaired?.args).toEqual({ value: JSON.parse(sent) as unknown })
    }),
  )
})
