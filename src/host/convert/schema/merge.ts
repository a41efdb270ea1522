import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import { isUsable } from './keywords.ts'

/** A schema without what is no keyword, and without keywords that hold what they may not hold. */
export function cleaned(schema: UnknownObject): UnknownObject {
  const { items } = schema
  // Up to draft 2019-09 a tuple was a list under `items`.
  const modern =
    Array.isArray(items) && schema['prefixItems'] === undefined
      ? { ...schema, prefixItems: items, items: schema['additionalItems'] ?? true }
      : schema
  const kept = Object.entries(modern).filter(([keyword, value]) => isUsable(keyword, value))
  return kept.length === Object.keys(schema).length && modern === schema ? schema : Object.fromEntries(kept)
}

/** A schema that takes all that both take: of what both limit, only one limit is kept. */
export function both(one: UnknownObject, other: UnknownObject): UnknownObject {
  const { properties, required, description, type, ...rest } = other
  const hasTuple = one['prefixItems'] !== undefined && rest['prefixItems'] !== undefined
  const { items, ...others } = rest
  const joined = {
    ...(hasTuple || items === undefined ? others : rest),
    ...one,
    ...joinText(one['description'], description),
    ...joinTypes(one['type'], type),
    ...joinNames(one['required'], required),
  }
  return isObject(properties) ? { ...joined, properties: joinProperties(one['properties'], properties) } : joined
}

/** The same of many. In halves: one after the other, what the first ones have would be copied for each of the others. */
export function allTogether(schemas: readonly UnknownObject[]): UnknownObject {
  const [first = {}] = schemas
  if (schemas.length <= 1) return first
  const middle = Math.ceil(schemas.length / 2)
  return both(allTogether(schemas.slice(0, middle)), allTogether(schemas.slice(middle)))
}

/** The properties of both: a name that both have is for what fits both. */
function joinProperties(one: unknown, other: UnknownObject): UnknownObject {
  const names = new Map(Object.entries(isObject(one) ? one : {}))
  for (const [name, schema] of Object.entries(other)) {
    const known = names.get(name)
    names.set(name, known === undefined || same(known, schema) ? schema : { allOf: [known, schema] })
  }
  return Object.fromEntries(names)
}

function joinText(one: unknown, other: unknown): UnknownObject {
  const texts = [one, other].filter((text) => typeof text === 'string' && text.trim() !== '')
  return texts.length === 0 ? {} : { description: [...new Set(texts)].join(' ') }
}

function joinNames(one: unknown, other: unknown): UnknownObject {
  const names = [one, other].flatMap((each) => (Array.isArray(each) ? each : []))
  return names.length === 0 ? {} : { required: [...new Set<unknown>(names)] }
}

function joinTypes(one: unknown, other: unknown): UnknownObject {
  if (one === undefined || other === undefined) return one === other ? {} : { type: one ?? other }
  const types = [one].flat().filter((type) => isAmong(type, [other].flat()))
  const narrow = [one].flat().includes('number') && [other].flat().includes('integer') ? ['integer'] : []
  const found = [...new Set([...types, ...narrow])]
  return { type: found.length === 0 ? one : found.length === 1 ? found[0] : found }
}

function isAmong(type: unknown, types: readonly unknown[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** Schemas of which a value may fit any, as few as say the same: values of one kind become one choice. */
export function either(schemas: readonly unknown[]): unknown {
  const distinct = distinctOf(schemas)
  if (distinct.length === 1) return distinct[0]
  const choices = distinct.map(choicesOf)
  if (choices.every((values) => values !== undefined)) return { enum: distinctOf(choices.flat()) }
  return distinct.includes(true) ? true : { anyOf: distinct }
}

function distinctOf(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** The values that a schema lists, where that is all it says. */
function choicesOf(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined
  const { type: _, const: constant, enum: choices, ...rest } = schema
  if (Object.keys(rest).length > 0) return undefined
  if (constant !== undefined) return choices === undefined ? [constant] : undefined
  return Array.isArray(choices) ? choices : undefined
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
