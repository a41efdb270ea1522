import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import type { Undo } from './context.ts'

export interface Restoring {
  /** As the provider was given it. */
  readonly schema: UnknownObject
  readonly undo: ReadonlyMap<unknown, Undo>
}

/** Arguments in the form of a converted schema as the original has them: with its names, and without what is absent. */
export function restore(args: UnknownObject, { schema, undo }: Restoring): UnknownObject {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {}
  const restored = restoreValue(args, [schema], { definitions, undo })
  return isObject(restored) ? restored : args
}

interface Walk {
  readonly definitions: UnknownObject
  readonly undo: Restoring['undo']
}

function restoreValue(value: unknown, schemas: readonly unknown[], walk: Walk): unknown {
  if (schemas.length === 0) return value
  if (Array.isArray(value)) return restoreList(value, expand(schemas, walk), walk)
  return isObject(value) ? restoreObject(value, expand(schemas, walk), walk) : value
}

function restoreList(items: readonly unknown[], schemas: readonly UnknownObject[], walk: Walk): unknown {
  return items.map((item, at) => {
    const inside = schemas.flatMap(({ prefixItems, items: rest }) => {
      const own: unknown = Array.isArray(prefixItems) ? prefixItems[at] : undefined
      return own ?? rest ?? []
    })
    return restoreValue(item, inside, walk)
  })
}

function restoreObject(value: UnknownObject, schemas: readonly UnknownObject[], walk: Walk): unknown {
  const fitting = schemas.filter((schema) => mayBeFor(schema, value))
  const known = fitting.length === 0 ? schemas : fitting
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      const owners = known.flatMap(({ properties }) =>
        isObject(properties) && Object.hasOwn(properties, key) ? [properties] : [],
      )
      const undos = owners.map((owner) => walk.undo.get(owner))
      if (member === null && undos.length > 0 && undos.every((undo) => undo?.optional.has(key))) return []
      const original = undos.map((undo) => undo?.original.get(key)).find((name) => name !== undefined) ?? key
      const inside =
        owners.length === 0 ? known.map((each) => each['additionalProperties']) : owners.map((each) => each[key])
      return [[original, restoreValue(member, inside, walk)]]
    }),
  )
}

/** A branch that asks for what is not there, or for another value, is not the one that was meant. */
function mayBeFor({ properties, required }: UnknownObject, value: UnknownObject): boolean {
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, String(name)))) return false
  return Object.entries(isObject(properties) ? properties : {}).every(([name, schema]) => {
    if (!isObject(schema) || !Object.hasOwn(value, name)) return true
    const { const: constant, enum: choices } = schema
    const member = value[name]
    if (typeof member === 'object' && member !== null) return true
    return (constant ?? member) === member && (!Array.isArray(choices) || choices.includes(member))
  })
}

/** Schemas and those that they are made of. */
function expand(schemas: readonly unknown[], walk: Walk, seen = new Set<unknown>()): readonly UnknownObject[] {
  return schemas.flatMap((schema) => {
    if (!isObject(schema) || seen.has(schema)) return []
    seen.add(schema)
    const { $ref, anyOf, oneOf, allOf } = schema
    const name = typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : undefined
    const target = name !== undefined && Object.hasOwn(walk.definitions, name) ? walk.definitions[name] : undefined
    return [schema, ...expand([target, anyOf, oneOf, allOf].flat(), walk, seen)]
  })
}
