import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsOf } from '../../src/tool/index.ts'
import { comparable } from './comparable.ts'
import { compileText } from './project.ts'

/** A type as its author writes it, what is wanted of it, and values that it holds. */
interface Sample {
  readonly text: string
  readonly schema: object
  readonly value: fc.Arbitrary<unknown>
}

const plain: readonly Sample[] = [
  { text: 'string', schema: { type: 'string' }, value: fc.string() },
  { text: 'number', schema: { type: 'number' }, value: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { text: 'boolean', schema: { type: 'boolean' }, value: fc.boolean() },
  { text: 'unknown', schema: {}, value: fc.jsonValue() },
]

const word = fc.stringMatching(/^[a-z]{1,6}$/)

/** A choice of words, written in any order. */
const choices = fc.uniqueArray(word, { minLength: 2, maxLength: 4 }).map((words): Sample => ({
  text: words.map((each) => `'${each}'`).join(' | '),
  schema: { type: 'string', enum: words },
  value: fc.constantFrom(...words),
}))

const samples = fc.letrec<{ any: Sample; leaf: Sample; list: Sample; record: Sample; object: Sample }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('list'), tie('record'), tie('object')),
  leaf: fc.oneof(fc.constantFrom(...plain), choices),
  list: tie('any').map(({ text, schema, value }): Sample => ({
    text: `(${text})[]`,
    schema: { type: 'array', items: schema },
    value: fc.array(value, { maxLength: 3 }),
  })),
  record: tie('any').map(({ text, schema, value }): Sample => ({
    text: `Record<string, ${text}>`,
    schema: { type: 'object', additionalProperties: schema },
    value: fc.dictionary(word, value, { maxKeys: 3 }),
  })),
  object: fc
    .uniqueArray(fc.tuple(word, fc.boolean(), tie('any')), { minLength: 1, maxLength: 4, selector: ([name]) => name })
    .map(objectOf),
})).any

function objectOf(members: readonly (readonly [string, boolean, Sample])[]): Sample {
  const required = members.filter(([, isOptional]) => !isOptional).map(([name]) => name)
  return {
    text: `{ ${members.map(([name, isOptional, { text }]) => `${name}${isOptional ? '?' : ''}: ${text}`).join('; ')} }`,
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map(([name, , { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    value: fc.record(Object.fromEntries(members.map(([name, , { value }]) => [name, value])), {
      requiredKeys: required,
    }),
  }
}

test('whatever type is built of the known ones, its schema says the same and lets its values through', async () => {
  const types = fc.sample(samples, { numRuns: 300, seed: 42 })
  const source = types.map(
    ({ text }, index) => `/** Do. */ export function act_${index}(value: ${text}, tail?: string): void {}`,
  )
  const { manifest, diagnostics } = await compileText(source.join('\n'))
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  for (const [index, { schema, text, value }] of types.entries()) {
    const found = manifest.tools.find(({ name }) => name === `act_${index}`)?.inputSchema.properties?.['value']
    expect([text, comparable(found)]).toEqual([text, comparable(schema)])
    for (const each of fc.sample(value, { numRuns: 5, seed: 7 }))
      expect([text, each, problemsOf(found ?? false, each)]).toEqual([text, each, []])
  }
})
