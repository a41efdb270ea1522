import { parseJson } from '../../tool/index.ts'
import type { JsonSchema, SchemaObject } from '../../tool/index.ts'
import type { Block } from './parse-comment.ts'

/** A tag that narrows or explains a value. */
interface Constraint {
  /** The types it can be said of. */
  readonly of: readonly string[] | 'any'
  /** The keywords it adds, or a sentence that says why its text is wrong. */
  read(text: string, schema: SchemaObject): SchemaObject | string
}

const numbers = ['number', 'integer']
const strings = ['string']
const arrays = ['array']

/** By tag, in lower case. */
export const constraints: ReadonlyMap<string, Constraint> = new Map([
  ['minimum', numeric(numbers, 'minimum')],
  ['maximum', numeric(numbers, 'maximum')],
  ['exclusiveminimum', numeric(numbers, 'exclusiveMinimum')],
  ['exclusivemaximum', numeric(numbers, 'exclusiveMaximum')],
  ['multipleof', numeric(numbers, 'multipleOf', (value) => value > 0)],
  ['integer', flag(numbers, (schema) => integral(schema))],
  ['minlength', numeric(strings, 'minLength', isCount)],
  ['maxlength', numeric(strings, 'maxLength', isCount)],
  ['pattern', { of: strings, read: readPattern }],
  ['format', { of: strings, read: (text) => (/^\S+$/.test(text) ? { format: text } : 'a format is one word') }],
  ['minitems', numeric(arrays, 'minItems', isCount)],
  ['maxitems', numeric(arrays, 'maxItems', isCount)],
  ['uniqueitems', flag(arrays, () => ({ uniqueItems: true }))],
  ['default', { of: 'any', read: readDefault }],
  ['defaultvalue', { of: 'any', read: readDefault }],
  ['example', { of: 'any', read: readExample }],
  ['deprecated', { of: 'any', read: (text) => (text === 'false' ? {} : { deprecated: true }) }],
  ['title', { of: 'any', read: (text) => ({ title: text }) }],
] satisfies [string, Constraint][])

/** The schema with what the tags add. `misfit` is told of each tag that does not fit, with the reason. */
export function constrain(
  schema: SchemaObject,
  blocks: readonly Block[],
  misfit: (block: Block, reason: string) => void,
): SchemaObject {
  return blocks.reduce((narrowed, block) => {
    const constraint = constraints.get(block.tag)
    if (constraint === undefined) return narrowed
    if (constraint.of !== 'any' && !typesOf(narrowed).some((type) => constraint.of.includes(type))) {
      misfit(block, `it is for ${listOf(constraint.of)}, and this is ${listOf(typesOf(narrowed))}`)
      return narrowed
    }
    const added = constraint.read(block.text, narrowed)
    if (typeof added !== 'string') return { ...narrowed, ...added }
    misfit(block, added)
    return narrowed
  }, schema)
}

/** The types of value that a schema lets through, as far as it names them. */
export function typesOf(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean') return []
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf)
  return [schema.type ?? []].flat()
}

function numeric(
  of: readonly string[],
  keyword: string,
  accepts: (value: number) => boolean = Number.isFinite,
): Constraint {
  return {
    of,
    read(text) {
      const value = Number(text.split(/\s/)[0] || 'missing')
      return accepts(value) ? { [keyword]: value } : `${JSON.stringify(text)} is no number it can take`
    },
  }
}

function flag(of: readonly string[], read: (schema: SchemaObject) => SchemaObject): Constraint {
  return { of, read: (text, schema) => (text.toLowerCase() === 'false' ? {} : read(schema)) }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function integral(schema: SchemaObject): SchemaObject {
  if (schema.anyOf !== undefined) {
    return {
      anyOf: schema.anyOf.map((branch) => (typeof branch === 'boolean' ? branch : { ...branch, ...integral(branch) })),
    }
  }
  if (schema.type === 'number') return { type: 'integer' }
  if (typeof schema.type !== 'object') return {}
  return { type: schema.type.map((type) => (type === 'number' ? 'integer' : type)) }
}

function readPattern(text: string): SchemaObject | string {
  try {
    return RegExp(text, 'u') && { pattern: text }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function readDefault(text: string, schema: SchemaObject): SchemaObject | string {
  if (text === 'undefined') return {}
  if (/^[\w$.]+\(.*\)$/s.test(text)) return `${text} is computed; a default on the wire is a value`
  return readValue(text, schema, (value) => ({ default: value }))
}

function readExample(text: string, schema: SchemaObject): SchemaObject | string {
  return readValue(text, schema, (value) => ({ examples: [...(schema.examples ?? []), value] }))
}

function readValue(text: string, schema: SchemaObject, write: (value: unknown) => SchemaObject): SchemaObject | string {
  const types = typesOf(schema)
  const value = parseValue(text, types)
  if (types.length > 0 && !isOf(value, types))
    return `${text} is ${listOf([typeOf(value)])}, and this is ${listOf(types)}`
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${text} is none of its values`
  return write(value)
}

/** JSON where it is JSON of the right type, else the text as it stands. */
function parseValue(text: string, types: readonly string[]): unknown {
  const bare = unquoted(text)
  const value = parseJson(bare)
  if (value === undefined) return /^'(.*)'$/s.exec(bare)?.[1] ?? bare
  return types.length === 0 || isOf(value, types) || value === null || !types.includes('string') ? value : bare
}

/** What stands in a fence or between backticks. */
function unquoted(text: string): string {
  const fenced = /^```\w*\n(.*?)\n```/s.exec(text) ?? /^`(.*)`$/s.exec(text)
  return fenced?.[1] ?? text
}

function isOf(value: unknown, types: readonly string[]): boolean {
  const type = typeOf(value)
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function listOf(types: readonly string[]): string {
  const names = [...new Set(types)].map((type) => nouns[type] ?? type)
  return names.length === 0 ? 'of any type' : names.join(' or ')
}

const nouns: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'an integer',
  string: 'a string',
  array: 'a list',
  boolean: 'a boolean',
  object: 'an object',
  null: 'null',
}
