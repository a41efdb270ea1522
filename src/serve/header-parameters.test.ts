import { expect, test } from 'vitest'
import type { ObjectSchema } from '../tool/index.ts'
import { headersOf } from './header-parameters.ts'

const marked = { type: 'string', 'x-mcp-header': 'Region' }

function read(properties: object, more: object = {}): unknown {
  const inputSchema = { type: 'object', properties, ...more } as ObjectSchema
  return headersOf({ name: 'run_query', inputSchema })
}

test('finds the marked parameters, at any depth of properties', () => {
  const nested = { type: 'object', properties: { level: { type: 'integer', 'x-mcp-header': 'Level' } } }
  expect(read({ region: marked, options: nested })).toEqual([
    { header: 'Region', path: ['region'], type: 'string' },
    { header: 'Level', path: ['options', 'level'], type: 'integer' },
  ])
})

test('a parameter may be called like the keyword', () => {
  expect(read({ 'x-mcp-header': { type: 'string' } })).toEqual([])
})

test.each([
  ['an empty name', { a: { type: 'string', 'x-mcp-header': '' } }, 'no name of a header'],
  ['a name with a line break', { a: { type: 'string', 'x-mcp-header': 'a\nb' } }, 'no name of a header'],
  ['a number', { a: { type: 'number', 'x-mcp-header': 'A' } }, 'a string, an integer or a boolean'],
  ['the same name twice', { a: marked, b: { type: 'string', 'x-mcp-header': 'region' } }, 'two parameters'],
  ['items', { a: { type: 'array', items: marked } }, 'where only "properties" lead to'],
  ['a choice', { a: { anyOf: [marked] } }, 'where only "properties" lead to'],
])('%s is refused', (_, properties, says) => {
  expect(() => read(properties)).toThrow(says)
})

test('a definition that is only referred to is refused', () => {
  expect(() => read({ a: { $ref: '#/$defs/A' } }, { $defs: { A: marked } })).toThrow('where only "properties" lead to')
})
