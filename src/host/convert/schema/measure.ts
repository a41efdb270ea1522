import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'

/** What a server sent, as it is weighed before anything walks into it. */
const deepest = 100
const mostCharacters = 200_000
/** What is put in place of references, or said in another way, makes a schema longer. */
export const mostConverted = 400_000

/** Why a definition cannot be looked at; undefined where it can. Takes no stack for a deep one. */
export function unwieldy(value: unknown, most: number = mostCharacters): string | undefined {
  const waiting: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 1 }]
  let characters = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, depth } = next
    if (depth > deepest) return `is nested more than ${deepest} levels deep`
    const texts = typeof part === 'string' ? [part] : isObject(part) ? Object.keys(part) : ['']
    if (!texts.every((text) => text.isWellFormed())) return 'holds half a character'
    for (const text of texts) characters += text.length + 2
    if (characters > most) return `has more than ${most} characters`
    const inner = Array.isArray(part) ? part : isObject(part) ? Object.values(part) : []
    for (const each of inner) waiting.push({ part: each, depth: depth + 1 })
  }
  return undefined
}

/** How large a converted schema is. */
export interface Size {
  properties: number
  levels: number
  /** Of names of properties and definitions, enums and constants. */
  characters: number
  enumValues: number
  /** Properties that are not required. */
  optional: number
  /** Properties of more than one type. */
  unions: number
  /** Of enums with more than 250 values, the most characters. */
  longestEnum: number
}

export function sizeOf(schema: UnknownObject): Size {
  const size: Size = {
    properties: 0,
    levels: 0,
    characters: 0,
    enumValues: 0,
    optional: 0,
    unions: 0,
    longestEnum: 0,
  }
  weigh(schema, 0, size)
  return size
}

function weigh(schema: unknown, outside: number, size: Size): void {
  if (!isObject(schema)) return
  const { properties, items, additionalProperties, anyOf, allOf, oneOf, prefixItems, $defs } = schema
  const level = isObject(properties) ? outside + 1 : outside
  size.levels = Math.max(size.levels, level)
  weighValues(schema, size)
  weighProperties(schema, size)
  const parts = [...membersOf(properties), ...[items, additionalProperties, anyOf, allOf, oneOf, prefixItems].flat()]
  for (const part of parts) weigh(part, level, size)
  for (const name of Object.keys(isObject($defs) ? $defs : {})) size.characters += name.length
  for (const definition of membersOf($defs)) weigh(definition, 0, size)
}

function membersOf(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : []
}

function weighProperties({ properties, required }: UnknownObject, size: Size): void {
  const asked = new Set<unknown>(Array.isArray(required) ? required : [])
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    size.properties += 1
    size.characters += name.length
    if (!asked.has(name)) size.optional += 1
    if (isObject(property) && (Array.isArray(property['type']) || property['anyOf'] !== undefined)) size.unions += 1
  }
}

function weighValues({ enum: choices, const: constant }: UnknownObject, size: Size): void {
  if (constant !== undefined) size.characters += lengthOf(constant)
  if (!Array.isArray(choices)) return
  const characters = choices.reduce<number>((sum, choice) => sum + lengthOf(choice), 0)
  size.enumValues += choices.length
  size.characters += characters
  if (choices.length > 250) size.longestEnum = Math.max(size.longestEnum, characters)
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length
}
