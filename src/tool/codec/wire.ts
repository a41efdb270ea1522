import type { JsonSchema, SchemaObject } from '../schema/schema.ts'
import { mapSubschemas } from '../schema/subschemas.ts'

const stripped = new WeakMap<SchemaObject, SchemaObject>()

/** What is sent of a schema: without the keywords that are Verbnoun's own. The same object where there are none. */
export function wireSchema<S extends JsonSchema>(schema: S): S
export function wireSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const known = stripped.get(schema) ?? strip(schema)
  stripped.set(schema, known)
  return known
}

function strip(schema: SchemaObject): SchemaObject {
  const inner = mapSubschemas(schema, wireSchema)
  if (inner['x-codec'] === undefined && inner['x-fill'] === undefined) return inner
  const { 'x-codec': _codec, 'x-fill': _fill, ...wire } = inner
  return wire
}
