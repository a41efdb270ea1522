import { describe, expect, test } from 'vitest'
import type { Profile } from './profile.ts'
import { profiles } from './profiles/index.ts'
import { convertTools } from './tools.ts'

const profileOf = (id: string): Profile => profiles.find((profile) => profile.id === id)!
const gemini = profileOf('gemini')
const chat = profileOf('openai-chat')

const object = (properties: object): object => ({ type: 'object', properties })
const text = { type: 'string' }

/** The schema that a profile makes of another. */
function converted(inputSchema: object, profile: Profile): unknown {
  return convertTools([{ definition: { name: 'tool', inputSchema } }], { profile }).tools[0]?.inputSchema
}

describe('what a model is told of a root', () => {
  const kind = { properties: { kind: { const: 'gift' } }, required: ['kind'] }
  const odd = { properties: { note: { minLength: 3 } } }
  test.each<[object, string]>([
    [{ if: kind, then: { required: ['to', 'from'] } }, 'If kind is "gift", to must be given and from must be given.'],
    [
      { if: kind, then: { required: ['to'] }, else: { properties: { to: { type: 'string' } } } },
      'If kind is "gift", to must be given, otherwise to must be a string (or not given).',
    ],
    [
      { if: { properties: { kind: { enum: ['a', 'b'] } } }, else: { required: ['to'] } },
      'Unless kind is one of "a", "b" (or not given), to must be given.',
    ],
    [{ not: { required: ['to', 'all of them'] } }, 'This must not hold: to is given and "all of them" is given.'],
    [
      { dependentSchemas: { to: { required: ['from'] }, from: odd } },
      'If to is given, from must be given.\nIf from is given, the input must fit the JSON Schema {"properties":{"note":{"minLength":3}}}.',
    ],
    [{ not: odd }, 'This must not hold: the input fits the JSON Schema {"properties":{"note":{"minLength":3}}}.'],
    [
      { allOf: [{ if: odd, then: kind }] },
      'If the input fits the JSON Schema {"properties":{"note":{"minLength":3}}}, kind must be "gift".',
    ],
    [
      {
        if: { properties: { kind: { type: 'string', const: 'gift' } }, required: ['kind'] },
        then: { properties: { to: { type: 'string', title: 'To', description: 'Whom' } }, required: ['to'] },
      },
      'If kind is "gift", to must be a string.',
    ],
    [{ if: kind, then: {}, else: true }, ''],
    [{ if: kind, then: false }, 'If kind is "gift", the input is not allowed.'],
    [
      { anyOf: [{ additionalProperties: text }, { type: 'object' }, true] },
      'At least one of these must hold: (1) it fits the JSON Schema {"additionalProperties":{"type":"string"}}; (2) anything; (3) anything.',
    ],
    [
      { oneOf: [{ required: ['a'], not: { required: ['b'] } }, { required: ['b'] }] },
      'Exactly one of these must hold: (1) a (This must not hold: b is given.); (2) b.',
    ],
  ])('%j', (schema, expected) => {
    const { tools } = convertTools([{ definition: { name: 'tool', inputSchema: { type: 'object', ...schema } } }], {
      profile: chat,
    })
    expect(tools[0]!.description).toBe(expected)
  })

  test.each<[object, string]>([
    [
      { minProperties: 1, additionalProperties: text },
      'at least 1 property; other properties may be given: the value of each must be a string',
    ],
    [
      { additionalProperties: { type: 'string', minLength: 2 } },
      'other properties may be given: the value of each must fit the JSON Schema {"type":"string","minLength":2}',
    ],
    [
      { maxProperties: 2, propertyNames: { pattern: '^x' } },
      'at most 2 properties; the name of each property must fit the JSON Schema {"pattern":"^x"}',
    ],
    [{ patternProperties: { '^x-': { type: 'integer' } } }, 'a property whose name matches ^x- must be an integer'],
    [{ patternProperties: { '^x-': false } }, 'a property whose name matches ^x- is not allowed'],
    [{ dependentRequired: { a: ['b', 'c'] } }, 'if a is given, b must be given and c must be given'],
    [
      { description: 'By name.', additionalProperties: text },
      'By name. (other properties may be given: the value of each must be a string)',
    ],
  ])('stands in the description where there are no parameters: %j', (schema, words) => {
    for (const description of ['', 'Tags an order.']) {
      const tag = { name: 'tag', description, inputSchema: { type: 'object', ...schema } }
      const [declared] = gemini.encodeTools(convertTools([{ definition: tag }], { profile: gemini }).tools)
      expect(declared).toEqual({
        functionDeclarations: [{ name: 'tag', description: [description, words].filter(Boolean).join('\n') }],
      })
    }
  })
})

test('what stands there is no longer than a description may be', () => {
  const long = { name: 'tag', description: 'd'.repeat(50_000), inputSchema: { description: 's'.repeat(50_000) } }
  const [declared] = gemini.encodeTools(convertTools([{ definition: long }], { profile: gemini }).tools)
  const description = `${'d'.repeat(10_000)}…\n${'s'.repeat(10_000)}…`
  expect(declared).toEqual({ functionDeclarations: [{ name: 'tag', description }] })
})

test('a root takes what it took, whatever its conditions and branches say of the same names', () => {
  const a = { type: 'string' }
  const only = { properties: { a: { const: 'x' } }, additionalProperties: false }
  for (const schema of [
    { if: { required: ['b'] }, then: only },
    { dependentSchemas: { b: only } },
    { anyOf: [{ required: ['a'] }, true] },
  ])
    expect(converted({ ...object({ a }), ...schema }, chat)).toMatchObject({ properties: { a } })
  expect(converted({ anyOf: [{ required: ['a'] }, true] }, chat)).not.toHaveProperty('required')
  expect(converted({ if: { required: ['b'] }, then: only }, chat)).not.toHaveProperty('additionalProperties')
})

test.each<[object, object]>([
  [
    { type: 'array', items: text, contains: text, minContains: 2, maxContains: 3 },
    { type: 'array', items: text, description: 'each of at least 2 and at most 3 items must be a string' },
  ],
  [
    { type: 'string', not: { const: 'x' } },
    { type: 'string', description: 'must not be "x"' },
  ],
  [
    { type: 'object', properties: { x: text }, not: { required: ['z'] } },
    { ...object({ x: text }), description: 'this must not hold: z is given' },
  ],
  [
    { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }], anyOf: [{ minLength: 3 }, { pattern: 'x' }] },
    {
      anyOf: [
        { type: 'string', minLength: 3, enum: ['a'] },
        { type: 'string', minLength: 3, enum: ['b'] },
        { type: 'string', pattern: 'x', enum: ['a'] },
        { type: 'string', pattern: 'x', enum: ['b'] },
      ],
    },
  ],
])('a property loses nothing, with gemini: %j', (schema, expected) => {
  expect(converted(object({ a: schema }), gemini)).toEqual(object({ a: expected }))
})
