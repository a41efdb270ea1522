import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, wireSchema } from '../../src/tool/codec/codec.ts'
import { isObject } from '../../src/tool/json.ts'
import type { JsonSchema, SchemaObject } from '../../src/tool/schema/schema.ts'
import { problemsOf, unsupported, validatorOf } from '../../src/tool/schema/validate.ts'
import { candidates, sound } from './agreement.ts'

/** A type as an author would write it: its schema, and the values that its functions hold. */
interface Shape {
  readonly schema: SchemaObject
  readonly held: fc.Arbitrary<unknown>
}

const property = fc.constantFrom('id', 'due', 'note', 'constructor', '__proto__')
const texts: Shape = { schema: { type: 'string' }, held: fc.string() }
const wholes: Shape = { schema: { type: 'integer' }, held: fc.integer() }
const bigints: Shape = { schema: { type: 'string', pattern: '^-?\\d+$', 'x-codec': 'bigint' }, held: fc.bigInt() }
const leaves: readonly Shape[] = [
  texts,
  wholes,
  bigints,
  { schema: { type: 'number' }, held: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0) },
  { schema: { type: 'boolean' }, held: fc.boolean() },
  { schema: { type: ['string', 'null'], minLength: 0 }, held: fc.option(fc.string()) },
  {
    schema: { type: 'string', format: 'date-time', 'x-codec': 'date' },
    held: fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
  },
  { schema: { type: 'string', format: 'uri', 'x-codec': 'url' }, held: fc.webUrl().map((text) => new URL(text)) },
  { schema: { type: 'string', contentEncoding: 'base64', 'x-codec': 'bytes' }, held: fc.uint8Array() },
  {
    schema: { type: 'string', contentEncoding: 'base64', 'x-codec': 'buffer' },
    held: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  },
]
const keys = fc.constantFrom(texts, wholes, bigints)

const shapes: fc.Arbitrary<Shape> = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie('shape').map(listOf),
    keys.map(setOf),
    tie('shape').map(mapOf),
    fc.tuple(keys, tie('shape')).map(([key, value]) => entriesOf(key, value)),
    fc.dictionary(property, tie('shape'), { maxKeys: 4, noNullPrototype: true }).map(objectOf),
    fc.tuple(tie('shape'), tie('shape')).map(([left, right]) => taggedOf(left, right)),
    fc.dictionary(property, tie('shape'), { maxKeys: 3, noNullPrototype: true }).map((map) => nullable(objectOf(map))),
  ),
})).shape

const held = shapes.chain(({ schema, held: values }) => values.map((value) => ({ schema, value })))

test('what was written fits, is JSON, and reads back as what it was', () => {
  fc.assert(
    fc.property(held, ({ schema, value }) => {
      const wire = encode(schema, value)
      expect(unsupported(schema)).toEqual([])
      expect(problemsOf(schema, wire)).toEqual([])
      expect(problemsOf(wireSchema(schema), wire)).toEqual([])
      expect(JSON.parse(JSON.stringify(wire))).toEqual(wire)
      expect(decode(schema, wire)).toEqual(value)
      expect(encode(schema, decode(schema, wire))).toEqual(wire)
    }),
    { numRuns: 200 },
  )
})

test('what was written once is not changed by writing it again', () => {
  fc.assert(
    fc.property(held, ({ schema, value }) => {
      const wire = encode(schema, value)
      expect(encode(schema, wire)).toEqual(wire)
    }),
    { numRuns: 200 },
  )
})

test('properties that no type declares change nothing', () => {
  fc.assert(
    fc.property(held, ({ schema, value }) => {
      expect(encode(schema, polluted(value))).toEqual(encode(schema, value))
    }),
    { numRuns: 200 },
  )
})

test('whatever the schema, a value that fits is written and read as it is', () => {
  fc.assert(
    fc.property(sound, candidates, (schema, list) => {
      const fitting = list.filter((value) => validatorOf(schema)(value))
      expect(fitting.map((value) => encode(schema, value))).toEqual(fitting)
      expect(fitting.map((value) => decode(schema, value))).toEqual(fitting)
    }),
    { numRuns: 200 },
  )
})

function listOf({ schema, held: items }: Shape): Shape {
  return { schema: { type: 'array', items: schema }, held: fc.array(items, { maxLength: 4 }) }
}

function setOf({ schema, held: items }: Shape): Shape {
  return {
    schema: { type: 'array', items: schema, uniqueItems: true, 'x-codec': 'set' },
    held: fc.uniqueArray(items, { maxLength: 4 }).map((list) => new Set(list)),
  }
}

function mapOf({ schema, held: values }: Shape): Shape {
  return {
    schema: { type: 'object', additionalProperties: schema, 'x-codec': 'map' },
    held: fc.array(fc.tuple(property, values), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  }
}

function entriesOf(key: Shape, value: Shape): Shape {
  const pair: SchemaObject = { type: 'array', prefixItems: [key.schema, value.schema], items: false, minItems: 2 }
  return {
    schema: { type: 'array', items: pair, 'x-codec': 'entries' },
    held: fc.array(fc.tuple(key.held, value.held), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  }
}

function objectOf(map: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(map)
  const names = entries.map(([name]) => name)
  const properties = Object.fromEntries(entries.map(([name, { schema }]): [string, JsonSchema] => [name, schema]))
  const required = names.filter((_name, at) => at % 2 === 0)
  return {
    schema: { type: 'object', properties, required, additionalProperties: false },
    held: fc.record(Object.fromEntries(entries.map(([name, shape]) => [name, shape.held])), {
      requiredKeys: required,
      noNullPrototype: true,
    }),
  }
}

function taggedOf(left: Shape, right: Shape): Shape {
  const branches = [left, right].map(({ schema, held: value }, at) => {
    const kind = { schema: { const: `kind-${at}` }, held: fc.constant(`kind-${at}`) }
    return objectOf({ kind, unused: { schema: {}, held: fc.constant(1) }, value: { schema, held: value } })
  })
  return {
    schema: { anyOf: branches.map(({ schema }) => schema) },
    held: fc.oneof(...branches.map((branch) => branch.held)),
  }
}

function nullable({ schema, held: values }: Shape): Shape {
  return { schema: { anyOf: [schema, { type: 'null' }] }, held: fc.option(values) }
}

/** The same value with a secret in every plain object. */
function polluted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(polluted)
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, polluted(inner)]))
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, polluted(inner)])
  return Object.fromEntries([['secret', 'hunter2'], ...entries, ['hash', { salt: 1n }]])
}
