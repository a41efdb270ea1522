import { expect, test } from 'vitest'
import { misfitOf } from './foreign-schema.ts'

test.each([
  ['a reference that leads nowhere', { type: 'object', properties: { a: { $ref: '#/nowhere' } } }, { a: 1 }],
  ['a pattern that is none', { type: 'object', properties: { a: { pattern: '(' } } }, { a: 'x' }],
])('%s forbids nothing', (_, schema, value) => {
  expect(misfitOf(schema)(value)).toBeUndefined()
})

test('the rest of a schema that we do not read all of is checked', () => {
  const misfit = misfitOf({ type: 'object', unevaluatedProperties: false, required: ['a'] })
  expect(misfit({})).toHaveLength(1)
})
