import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import type { Resolve } from './references.ts'

/** Whether a schema may take null; where that is hard to see, it may. */
export function mayBeNull(schema: unknown, resolve: Resolve, seen: Set<unknown> = new Set()): boolean {
  if (!isObject(schema) || seen.has(schema)) return schema !== false
  seen.add(schema)
  const { $ref, anyOf, oneOf, allOf } = schema
  const inside = (part: unknown): boolean => mayBeNull(part, resolve, seen)
  if (!saysNull(schema) || (typeof $ref === 'string' && !inside(resolve($ref)))) return false
  if ([anyOf, oneOf].some((parts) => Array.isArray(parts) && !parts.some(inside))) return false
  return !Array.isArray(allOf) || allOf.every(inside)
}

function saysNull({ type, enum: choices, const: constant }: UnknownObject): boolean {
  if (type !== undefined && ![type].flat().includes('null')) return false
  return (constant === undefined || constant === null) && (!Array.isArray(choices) || choices.includes(null))
}

/** A converted schema that also takes null. */
export function orNull(schema: UnknownObject): UnknownObject {
  const { type, anyOf, enum: choices, const: constant } = schema
  if (Array.isArray(anyOf)) return anyOf.some(isNull) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  const { const: _, ...rest } = schema
  const values = constant === undefined ? choices : [constant]
  return {
    ...rest,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  }
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'null'
}
