import { expect, test } from 'vitest'
import type { JsonSchema, ToolDefinition } from '../tool/index.ts'
import { wrapSchema, wrapValue } from './structured.ts'

test('an object schema stays as it is, and so does its value', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } } as const
  expect(wrapSchema(schema)).toBe(schema)
  expect(wrapValue({ a: 'x' }, toolWith(schema))).toEqual({ a: 'x' })
})

test('a list is wrapped, in the schema and in the value', () => {
  const schema = { type: 'array', items: { $ref: '#/$defs/Order' }, $defs: { Order: { type: 'object' } } } as const
  expect(wrapSchema(schema)).toEqual({
    type: 'object',
    properties: { result: { type: 'array', items: { $ref: '#/$defs/Order' } } },
    required: ['result'],
    $defs: { Order: { type: 'object' } },
  })
  expect(wrapValue([1], toolWith(schema))).toEqual({ result: [1] })
})

test('what refers to the root refers to where the root went', () => {
  const schema = { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#' } }] } as const
  expect(wrapSchema(schema)).toEqual({
    type: 'object',
    properties: { result: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/properties/result' } }] } },
    required: ['result'],
  })
})

test('the schema decides where there is one: an object of a union is wrapped too', () => {
  const either = { anyOf: [{ type: 'object' }, { type: 'string' }] } as const
  expect(wrapValue({ a: 1 }, toolWith(either))).toEqual({ result: { a: 1 } })
})

test('without a schema the value decides', () => {
  const tool = { name: 'x', inputSchema: { type: 'object' } } as const
  expect([{ a: 1 }, [1], null, 7].map((value) => wrapValue(value, tool))).toEqual([
    { a: 1 },
    { result: [1] },
    { result: null },
    { result: 7 },
  ])
})

function toolWith(outputSchema: JsonSchema): ToolDefinition {
  return { name: 'x', inputSchema: { type: 'object' }, outputSchema }
}
