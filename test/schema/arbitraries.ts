/* oxlint-disable unicorn/no-thenable -- JSON Schema has a keyword of that name. */
import fc from 'fast-check'
import type { JsonSchema, SchemaObject, SchemaType } from '../../src/tool/schema/schema.ts'

const names = ['a', 'b', 'kind', 'x-1', 'hasOwnProperty'] as const
const name = fc.constantFrom(...names)
const limit = fc.integer({ min: 0, max: 3 })
const numbers = fc.oneof(fc.integer({ min: -4, max: 8 }), fc.constantFrom(0.5, -1.5, 2.25))
const strings = fc.constantFrom('', 'a', 'ab', 'abc', '💩', 'x-1', '2026-12-01', '2026-12-01T10:00:00Z', 'kind', '1')
const patterns = fc.constantFrom('^a', 'b$', '^.{2}$', '\\d', '^x-')

/** Small JSON values, with names and texts that the schemas know. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    numbers,
    strings,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

const { schema: schemas } = fc.letrec<{ schema: JsonSchema; list: JsonSchema[]; map: Record<string, JsonSchema> }>(
  (tie) => {
    const schema = tie('schema')
    const map = tie('map')
    const list = tie('list')
    return {
      list: fc.array(schema, { minLength: 1, maxLength: 3 }),
      map: fc.dictionary(name, schema, { maxKeys: 3, noNullPrototype: true }),
      schema: fc.oneof(
        { depthSize: 'xsmall', withCrossShrink: true },
        fc.boolean(),
        fc.record(
          { type: types(), enum: fc.uniqueArray(json, { minLength: 1, maxLength: 3, selector: JSON.stringify }) },
          { requiredKeys: [] },
        ),
        fc.record({ const: json }),
        record({
          type: fc.constantFrom('number', 'integer'),
          minimum: numbers,
          maximum: numbers,
          exclusiveMinimum: numbers,
          exclusiveMaximum: numbers,
          multipleOf: fc.constantFrom(1, 2, 0.5),
        }),
        record({
          type: fc.constant('string'),
          minLength: limit,
          maxLength: limit,
          pattern: patterns,
          format: fc.constantFrom('date', 'date-time', 'unheard-of'),
        }),
        record({
          type: fc.constant('array'),
          items: schema,
          prefixItems: list,
          minItems: limit,
          maxItems: limit,
          uniqueItems: fc.boolean(),
        }),
        record({ items: schema, contains: schema, minContains: limit, maxContains: limit }),
        record({
          type: fc.constant('object'),
          properties: map,
          patternProperties: fc.dictionary(patterns, schema, { maxKeys: 2, noNullPrototype: true }),
          additionalProperties: schema,
          required: fc.uniqueArray(name, { maxLength: 3 }),
          minProperties: limit,
          maxProperties: limit,
          propertyNames: schema,
          dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
            maxKeys: 2,
            noNullPrototype: true,
          }),
          dependentSchemas: map,
        }),
        record({ allOf: list, anyOf: list, oneOf: list, not: schema, if: schema, then: schema, else: schema }),
        fc.record({ $ref: fc.constantFrom('#/$defs/one', '#/$defs/two', '#two') }),
        tagged(schema),
      ),
    }
  },
)

/** Schemas of every keyword that is claimed, with references among them. */
export const rootSchemas: fc.Arbitrary<SchemaObject> = fc.record({
  $defs: fc.record({
    one: schemas,
    two: schemas
      .map((schema) => (typeof schema === 'boolean' ? schema : { ...schema, $anchor: 'two' }))
      .filter((schema) => typeof schema !== 'boolean'),
  }),
  properties: fc.dictionary(name, schemas, { maxKeys: 3, noNullPrototype: true }),
  items: schemas,
  anyOf: fc.array(schemas, { minLength: 1, maxLength: 2 }),
})

function types(): fc.Arbitrary<SchemaType | SchemaType[]> {
  const type = fc.constantFrom<SchemaType[]>('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
  return fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))
}

function record(model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<SchemaObject> {
  return fc.record(model, { requiredKeys: [] })
}

/** Unions whose branches are told apart by a tag, some of them badly. */
function tagged(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<SchemaObject> {
  const tag = fc.oneof(
    fc.record({ const: strings }),
    fc.record({ enum: fc.uniqueArray(strings, { minLength: 1, maxLength: 2 }) }),
  )
  const branch = fc.record({
    type: fc.constant('object' as const),
    properties: fc.record({ kind: tag, a: schema }),
    required: fc.constantFrom(['kind'], ['kind', 'a'], ['a']),
  })
  const branches = fc.array(fc.oneof({ arbitrary: branch, weight: 4 }, fc.constant({ type: 'null' as const })), {
    minLength: 2,
    maxLength: 4,
  })
  return fc.oneof(fc.record({ anyOf: branches }), fc.record({ oneOf: branches }))
}
