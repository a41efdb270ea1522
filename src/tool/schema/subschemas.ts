import { isObject } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import { isSchema } from './keyword.ts'

type Holding = 'one' | 'list' | 'map'

/** Where a schema holds others: as the keyword's value, in a list, or under names. */
const holders: ReadonlyMap<string, Holding> = new Map<string, Holding>([
  ['additionalProperties', 'one'],
  ['items', 'one'],
  ['contains', 'one'],
  ['propertyNames', 'one'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['contentSchema', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
  ['$defs', 'map'],
  ['definitions', 'map'],
])

/** A schema directly inside another: by which keyword, and where from there. */
export interface Subschema {
  readonly keyword: string
  readonly pointer: string
  readonly schema: JsonSchema
}

/** The schemas directly inside a schema. */
export function subschemasOf(schema: SchemaObject): readonly Subschema[] {
  const found: Subschema[] = []
  for (const keyword of Object.keys(schema)) {
    const kind = holders.get(keyword)
    const value = schema[keyword]
    if (kind === 'one' && isSchema(value)) found.push({ keyword, pointer: `/${keyword}`, schema: value })
    if (kind === 'one' || kind === undefined || !isContainer(value)) continue
    for (const name of Object.keys(value)) {
      const inner = value[name]
      if (isSchema(inner)) found.push({ keyword, pointer: `/${keyword}/${escaped(name)}`, schema: inner })
    }
  }
  return found
}

/** A schema with each of its direct subschemas replaced; the same one where none changes. */
export function mapSubschemas(schema: SchemaObject, replace: (schema: JsonSchema) => JsonSchema): SchemaObject {
  const changed = Object.entries(schema).map(([keyword, value]): [string, unknown] => [
    keyword,
    replaceHeld(holders.get(keyword), value, replace),
  ])
  return changed.every(([keyword, value]) => schema[keyword] === value) ? schema : Object.fromEntries(changed)
}

/** Every schema inside a schema, itself first, by its JSON Pointer. https://www.rfc-editor.org/rfc/rfc6901 */
export function placesOf(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const places = new Map<string, JsonSchema>()
  const visit = (schema: JsonSchema, pointer: string): void => {
    places.set(pointer, schema)
    if (!isObject(schema)) return
    for (const inner of subschemasOf(schema)) visit(inner.schema, pointer + inner.pointer)
  }
  visit(root, '')
  return places
}

/** A name as a step of a JSON Pointer. https://www.rfc-editor.org/rfc/rfc6901#section-3 */
export function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

function replaceHeld(kind: Holding | undefined, value: unknown, replace: (schema: JsonSchema) => JsonSchema): unknown {
  const inner = (schema: unknown): unknown => (isSchema(schema) ? replace(schema) : schema)
  if (kind === 'one') return inner(value)
  if (kind === 'list' && Array.isArray(value)) {
    const replaced = value.map(inner)
    return replaced.every((schema, at) => schema === value[at]) ? value : replaced
  }
  if (kind !== 'map' || !isObject(value)) return value
  const replaced = Object.entries(value).map(([name, schema]): [string, unknown] => [name, inner(schema)])
  return replaced.every(([name, schema]) => schema === value[name]) ? value : Object.fromEntries(replaced)
}

function isContainer(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null
}
