import { expect, test } from 'vitest'
import { misfitOf } from './foreign-schema.ts'

test.each([
  ['a reference that leads nowhere', { type: 'object', properties: { a: { $ref: '#/nowhere' } } }, { a: 1 }],
  ['a pattern that is none', { type: 'object', properties: { a: { pattern: '(' } } }, { a: 'x' }],
])('%s forbids nothing', (_, schema, value) => {
  expect(misfitOf(schema)(value)).toBeUndefined()
})

test('of names that are none it tells which, of very many the first ones, at once', () => {
  const misfit = misfitOf({ type: 'object', properties: { title: {} }, additionalProperties: false })
  expect(misfit({ titel: 1, ['é'.repeat(100)]: 2 })).toEqual([
    '"titel" is not one of its names, did you mean title?',
    `"${'é'.repeat(59)}… (42 more) is not one of its names`,
  ])
  const start = performance.now()
  const many = misfit(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at])))
  expect(many?.slice(9)).toEqual(['"k9" is not one of its names', 'and 990 more'])
  expect(performance.now() - start).toBeLessThan(2000)
})

test('the rest of a schema that we do not read all of is checked', () => {
  const misfit = misfitOf({ type: 'object', unevaluatedProperties: false, required: ['a'] })
  expect(misfit({})).toHaveLength(1)
})
