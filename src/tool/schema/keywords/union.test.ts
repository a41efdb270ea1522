import { expect, test } from 'vitest'
import type { JsonSchema, SchemaObject } from '../schema.ts'
import { problemsOf, validatorOf } from '../validate.ts'

const shape: SchemaObject = {
  anyOf: [
    {
      type: 'object',
      properties: { kind: { const: 'circle' }, r: { type: 'number' } },
      required: ['kind', 'r'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { kind: { enum: ['square'] }, side: { type: 'number' } },
      required: ['kind', 'side'],
      additionalProperties: false,
    },
    { type: 'null' },
  ],
}

test('the branch that a tag chose is the only one heard', () => {
  expect(validatorOf(shape)({ kind: 'circle', r: 1 })).toBe(true)
  expect(told(shape, { kind: 'square', r: 1 })).toEqual(['required / side', 'additionalProperties / r'])
})

test('a tag that no branch has is told with those that exist', () => {
  expect(problemsOf({ properties: { shape } }, { shape: { kind: 'oval', r: 1 } })).toEqual([
    { path: ['shape', 'kind'], keyword: 'enum', schema: { enum: ['circle', 'square'] }, value: 'oval' },
  ])
})

test('a missing tag is a missing name', () => {
  const schema = { properties: { kind: { enum: ['circle', 'square'] } }, required: ['kind'] }
  expect(problemsOf(shape, { r: 1 })).toEqual([
    { path: [], keyword: 'required', schema, value: { r: 1 }, name: 'kind' },
  ])
})

test('a value of no branch’s type is told what there is', () => {
  expect(problemsOf(shape, 5)).toEqual([{ path: [], keyword: 'type', schema: { anyOf: shape.anyOf }, value: 5 }])
})

test('the one branch of the right type speaks for the union', () => {
  expect(told({ anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] }, 'ab')).toEqual(['minLength /'])
})

test('where several could be meant, each is told, the nearest first', () => {
  const byName = { type: 'object', properties: { name: {}, mail: {} }, required: ['name', 'mail'] } as const
  const byId = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const
  const schema = { anyOf: [byName, byId] }
  expect(problemsOf(schema, { id: 'x' })).toEqual([
    {
      path: [],
      keyword: 'anyOf',
      schema,
      value: { id: 'x' },
      branches: [
        [{ path: ['id'], keyword: 'type', schema: { type: 'integer' }, value: 'x' }],
        [
          { path: [], keyword: 'required', schema: byName, value: { id: 'x' }, name: 'name' },
          { path: [], keyword: 'required', schema: byName, value: { id: 'x' }, name: 'mail' },
        ],
      ],
    },
  ])
})

test('branches that share a tag, or do not require it, are all tried', () => {
  const kind = { const: 'a' }
  const branches: readonly SchemaObject[] = [
    { type: 'object', properties: { kind, n: { type: 'number' } }, required: ['kind', 'n'] },
    { type: 'object', properties: { kind, s: { type: 'string' } }, required: ['kind', 's'] },
  ]
  const fits = validatorOf({ anyOf: branches })
  expect([{ kind: 'a', n: 1 }, { kind: 'a', s: 'x' }, { kind: 'a' }].map((value) => fits(value))).toEqual([
    true,
    true,
    false,
  ])
  const optional = validatorOf({
    oneOf: [{ properties: { kind: { const: 'b' } } }, { properties: { kind }, required: ['kind'] }],
  })
  expect([{}, { kind: 'a' }, { kind: 'c' }].map((value) => optional(value))).toEqual([true, true, false])
})

test('oneOf refuses what fits twice', () => {
  const schema = { oneOf: [{ type: 'number' }, { type: 'integer' }] } as const
  expect(problemsOf(schema, 1)).toEqual([{ path: [], keyword: 'oneOf', schema, value: 1 }])
  expect(validatorOf(schema)(1.5)).toBe(true)
})

test('branches behind references are told apart as well', () => {
  const schema: SchemaObject = {
    $ref: '#/$defs/Expr',
    $defs: {
      Expr: { anyOf: [{ $ref: '#/$defs/Num' }, { $ref: '#/$defs/Neg' }] },
      Num: {
        type: 'object',
        properties: { kind: { const: 'num' }, value: { type: 'number' } },
        required: ['kind', 'value'],
      },
      Neg: {
        type: 'object',
        properties: { kind: { const: 'neg' }, arg: { $ref: '#/$defs/Expr' } },
        required: ['kind', 'arg'],
      },
    },
  }
  expect(told(schema, { kind: 'neg', arg: { kind: 'neg', arg: { kind: 'num', value: '1' } } })).toEqual([
    'type /arg/arg/value',
  ])
})

/** Each problem as `keyword /path`, with the name that it is about. */
function told(schema: JsonSchema, value: unknown): readonly string[] {
  return problemsOf(schema, value).map(({ keyword, path, name }) =>
    [keyword, `/${path.join('/')}`, name].join(' ').trim(),
  )
}
