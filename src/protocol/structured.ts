import { isObject, type JsonSchema, type ToolDefinition, type UnknownObject } from '../tool/index.ts'

/**
 * Structured content as objects only, for revisions that know no other: anything else travels as `{ result }`, in the
 * schema and in the value alike. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
export function wrapSchema(schema: JsonSchema): UnknownObject {
  if (isObject(schema) && schema.type === 'object') return schema
  if (!isObject(schema)) return wrapperOf(schema)
  const { $schema, $defs, ...rest } = schema
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...wrapperOf(moved(rest)),
    ...($defs === undefined ? {} : { $defs: moved($defs) }),
  }
}

/** The value that fits the wrapped schema of this tool, or of none. */
export function wrapValue(value: unknown, { outputSchema }: ToolDefinition): unknown {
  const asItIs = outputSchema === undefined ? isObject(value) : isObject(outputSchema) && outputSchema.type === 'object'
  return asItIs ? value : { result: value }
}

function wrapperOf(schema: unknown): UnknownObject {
  return { type: 'object', properties: { result: schema }, required: ['result'] }
}

/** The schema has moved down; what it says of its own root moves with it. `$defs` stay at the root. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === '$ref' ? movedReference(part) : moved(part)]),
  )
}

function movedReference(reference: unknown): unknown {
  if (typeof reference !== 'string' || !/^#(?!\/\$defs\/)(\/|$)/.test(reference)) return reference
  return `#/properties/result${reference.slice(1)}`
}
