import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { typesOf } from '../schema/walk.ts'

const deepest = 8
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'person@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** A value that a schema most likely takes: what it gives itself, else the plainest of its type. */
export function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > deepest) return 'example'
  const { default: preset, examples, enum: choices, const: only, anyOf, oneOf } = schema
  for (const given of [only, preset, first(examples), first(choices)]) if (given !== undefined) return given
  const branch = first(anyOf) ?? first(oneOf)
  if (branch !== undefined) return sampleOf(branch, depth + 1)
  return plainOf(schema, depth)
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function plainOf(schema: UnknownObject, depth: number): unknown {
  const { minimum, minItems, items } = schema
  switch (typesOf(schema)[0] ?? 'string') {
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? Math.ceil(minimum) : 1
    case 'boolean':
      return false
    case 'array':
      return typeof minItems === 'number' && minItems > 0 ? [sampleOf(items, depth + 1)] : []
    case 'object':
      return sampleObject(schema, depth + 1)
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

function textOf({ format, minLength }: UnknownObject): string {
  const text = (typeof format === 'string' ? formats[format] : undefined) ?? 'example'
  return typeof minLength === 'number' && minLength < 1000 ? text.padEnd(minLength, 'x') : text
}

/** The required properties of an object, each with a sample. */
export function sampleObject({ properties, required }: UnknownObject, depth = 0): Record<string, unknown> {
  if (!isObject(properties) || !Array.isArray(required)) return {}
  const names = required.filter((name) => typeof name === 'string')
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name], depth)]))
}

/** A value of a type that a schema refuses; undefined where it takes anything. */
export function misfitOf(schema: UnknownObject): unknown {
  const types = typesOf(schema)
  if (types.length !== 1) return undefined
  switch (types[0] ?? '') {
    case 'string':
      return { wrong: true }
    case 'integer':
    case 'number':
      return 'not a number'
    case 'boolean':
      return 'perhaps'
    case 'array':
    case 'object':
      return 7
    default:
      return undefined
  }
}
