import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'

/** The types that a keyword says something about. */
const about: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    string: 'minLength maxLength pattern contentEncoding contentMediaType',
    number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    array: 'items prefixItems minItems maxItems uniqueItems contains minContains maxContains',
    object:
      'properties required additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas',
  }).flatMap(([type, names]) =>
    names.split(' ').map((name): [string, string[]] => [name, type === 'number' ? ['number', 'integer'] : [type]]),
  ),
)

/** The types that a schema names, or that its values and keywords speak of. */
export function typesOf(schema: UnknownObject): readonly string[] {
  const { type, enum: choices, const: constant } = schema
  if (type !== undefined) return [type].flat().filter((name) => typeof name === 'string')
  const values = constant === undefined ? choices : [constant]
  if (Array.isArray(values)) return [...new Set(values.map(typeOf))]
  const told = Object.keys(schema).flatMap((keyword) => about.get(keyword)?.slice(0, 1) ?? [])
  return told.length === 0 && typeof schema['format'] === 'string' ? ['string'] : [...new Set(told)]
}

/** A schema with only those of its keywords that say something of a type. */
export function ofType(schema: UnknownObject, types: readonly string[]): UnknownObject {
  const kept = Object.entries(schema).filter(
    ([keyword]) => about.get(keyword)?.some((each) => types.includes(each)) ?? true,
  )
  return kept.length === Object.keys(schema).length ? schema : Object.fromEntries(kept)
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isObject(value)) return 'object'
  return Number.isInteger(value) ? 'integer' : typeof value
}
