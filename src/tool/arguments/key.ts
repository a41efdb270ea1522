import { canonicalJson } from '../canonical.ts'
import { encode } from '../codec/codec.ts'
import { ToolError } from '../error.ts'
import { isObject } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import type { JsonSchema } from '../schema/schema.ts'
import type { ToolDefinition } from '../tool.ts'

/**
 * Arguments in the one form that all their spellings share: as JSON, what is absent filled with its static default,
 * what is a set or a map in order. https://www.rfc-editor.org/rfc/rfc8785 is what is left to do.
 */
export function canonicalArguments({ inputSchema }: ToolDefinition, args: UnknownObject): UnknownObject {
  const filled = fill(inputSchema, encode(inputSchema, inOrder(args)))
  return isObject(filled) ? filled : {}
}

/**
 * Of canonical arguments those that tell one call from another. Throws a `ToolError` where they cannot: whole numbers
 * that JSON readers round, and text that is no Unicode.
 */
export function keyArguments(name: string, args: UnknownObject, keys: readonly string[] | undefined): UnknownObject {
  const key = keys === undefined ? args : pick(args, keys)
  for (const [parameter, value] of Object.entries(key)) {
    const unsafe = unsafeIn(value)
    if (unsafe !== undefined) throw new ToolError(`${name} was not run: ${parameter} ${unsafe}.`)
  }
  return key
}

function pick(args: UnknownObject, keys: readonly string[]): UnknownObject {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(args, key) ? [[key, args[key]]] : [])))
}

function unsafeIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'holds half of a surrogate pair'
  if (typeof value === 'number') {
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value)
    return isRounded ? `is ${value}, beyond the whole numbers that are exact (±(2^53−1))` : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value)
    .flatMap(([name, member]) => [unsafeIn(name), unsafeIn(member)])
    .find((unsafe) => unsafe !== undefined)
}

function fill(schema: JsonSchema, value: unknown): unknown {
  if (typeof schema === 'boolean' || !isObject(value)) return value
  const filled = { ...value }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(filled, name)) filled[name] = fill(property, filled[name])
    else if (isObject(property) && property.default !== undefined) filled[name] = property.default
  }
  return filled
}

/** Sets and maps have no order; as JSON they get one. */
function inOrder(value: unknown): unknown {
  if (value instanceof Set) return new Set([...value].map(inOrder).toSorted(byJson))
  if (value instanceof Map)
    return new Map([...value].map(([key, item]) => [key, inOrder(item)] as const).toSorted(byJson))
  if (Array.isArray(value)) return value.map(inOrder)
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOrder(member)])) : value
}

function byJson(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map((value) => canonicalJson(encode(true, value)))
  return left === right ? 0 : left! < right! ? -1 : 1
}
