import { isObject } from '../json.ts'
import { resolveReference } from './reference.ts'
import type { JsonSchema, SchemaObject, SchemaType } from './schema.ts'

const articles: Readonly<Record<SchemaType, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'a list',
  object: 'an object',
}

/** What a schema wants, in words short enough for the middle of a sentence: `an integer from 1 to 100, such as 20`. */
export function describeSchema(schema: JsonSchema, root: SchemaObject): string {
  if (typeof schema === 'boolean') return schema ? 'any value' : 'nothing'
  const target = schema.$ref === undefined ? schema : resolveReference(root, schema.$ref)
  if (!isObject(target)) return 'any value'
  const [example] = target.examples ?? []
  const kind = example === undefined ? kindOf(target, root) : `${kindOf(target, root)}, such as ${quote(example)}`
  return target.description === undefined ? kind : `${kind} (${firstWords(target.description)})`
}

const shownDescription = 60

/** Where units and meanings stand. */
function firstWords(description: string): string {
  const [sentence = ''] = /^.*?(?=[.:;](?:\s|$)|\n|$)/s.exec(description) ?? []
  return sentence.length <= shownDescription ? sentence : `${sentence.slice(0, shownDescription - 1).toWellFormed()}…`
}

function kindOf(schema: SchemaObject, root: SchemaObject): string {
  if ('const' in schema) return quote(schema.const)
  if (schema.enum !== undefined) return oneOf(schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return [...new Set(branches.map((branch) => describeSchema(branch, root)))].join(' or ')
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.length === 0 ? 'another value' : types.map((type) => withDetail(type, schema, root)).join(' or ')
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map(quote)
  const more = values.length - shown.length
  return `${shown.length > 1 ? 'one of ' : ''}${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function withDetail(type: SchemaType, schema: SchemaObject, root: SchemaObject): string {
  switch (type) {
    case 'integer':
    case 'number':
      return `${articles[type]}${rangeOf(schema)}`
    case 'string':
      return `${articles.string}${stringDetail(schema)}`
    case 'array':
      return `${articles.array}${listDetail(schema, root)}`
    case 'object':
      return `${articles.object}${objectDetail(schema, root)}`
    case 'null':
    case 'boolean':
      return articles[type]
  }
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: SchemaObject): string {
  const to = minimum === undefined ? 'up to' : 'to'
  return [
    minimum === undefined ? '' : ` from ${minimum}`,
    maximum === undefined ? '' : ` ${to} ${maximum}`,
    exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? '' : ` below ${exclusiveMaximum}`,
    multipleOf === undefined ? '' : ` in steps of ${multipleOf}`,
  ].join('')
}

/** The pattern beside a format that has a name of its own says nothing more. */
function stringDetail({ format, pattern, contentEncoding, minLength, maxLength }: SchemaObject): string {
  const count = countOf(minLength, maxLength, 'character')
  if (format !== undefined) return `${count} in the format ${format}`
  if (pattern !== undefined) return `${count} that matches ${pattern}`
  return contentEncoding === undefined ? count : `${count} in ${contentEncoding}`
}

function listDetail({ items, minItems, maxItems, uniqueItems }: SchemaObject, root: SchemaObject): string {
  const different = uniqueItems === true ? 'different ' : ''
  const each = items === undefined || typeof items === 'boolean' ? '' : describeSchema(items, root)
  const [, kind, detail] = /^an? (string|number|integer|object)((?: with .*)?)$/.exec(each) ?? []
  if (kind !== undefined)
    return `${countOf(minItems, maxItems, different + kind) || ` of ${different}${kind}s`}${detail}`
  const count = countOf(minItems, maxItems, `${different}item`)
  return each === '' ? count : `${count}, each ${each}`
}

function objectDetail(
  { required = [], properties, additionalProperties, ...schema }: SchemaObject,
  root: SchemaObject,
): string {
  const count = countOf(asCount(schema['minProperties']), asCount(schema['maxProperties']), 'name')
  if (required.length > 0) return `${count} with ${required.slice(0, 10).join(', ')}`
  if (properties !== undefined || typeof additionalProperties !== 'object') return count
  return `${count}, each value ${describeSchema(additionalProperties, root)}`
}

function asCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function countOf(least: number | undefined, most: number | undefined, unit: string): string {
  const units = (count: number): string => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (least !== undefined && most !== undefined)
    return ` of ${least === most ? units(most) : `${least} to ${units(most)}`}`
  if (least !== undefined) return ` of at least ${units(least)}`
  return most === undefined ? '' : ` of at most ${units(most)}`
}

const shownLength = 60
const shownStructure = 24

/** A value as JSON; of a long one the beginning, and how much there is; of a large structure what it is. */
export function quote(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  if (typeof value === 'object' && json.length > shownStructure) {
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
  }
  if (json.length <= shownLength) return json
  const shown = json.slice(0, shownLength - 1).toWellFormed()
  return typeof value === 'string' ? `${shown}…" (${value.length} characters)` : `${shown}…`
}
