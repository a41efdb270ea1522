import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import { nameText } from '../../prompt/escape.ts'
import { brief, row } from './brief.ts'

/** What must hold of an object besides, a sentence each. */
export function tellConditions(schema: UnknownObject): readonly string[] {
  const { dependentSchemas, not } = schema
  const dependent = isObject(dependentSchemas) ? Object.entries(dependentSchemas) : []
  const told = [
    tellIf(schema, 'the input'),
    ...dependent.map(([name, then]) => tellIf({ if: { required: [name] }, then }, 'the input')),
    not === undefined ? undefined : tellNot(not, 'the input'),
  ]
  return told.flatMap((words) => (words === undefined ? [] : [`${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`]))
}

/** What `if` says together with `then` and `else`; undefined where that is nothing. */
export function tellIf(schema: UnknownObject, subject: string): string | undefined {
  const { if: when, then, else: otherwise } = schema
  if (when === undefined) return undefined
  const condition = holds(when, { subject, verb: 'is' })
  const must = (part: unknown): string => holds(part, { subject, verb: 'must be' })
  if (saysNothing(then)) return saysNothing(otherwise) ? undefined : `unless ${condition}, ${must(otherwise)}`
  return `if ${condition}, ${must(then)}${saysNothing(otherwise) ? '' : `, otherwise ${must(otherwise)}`}`
}

/** What a value must not be. */
export function tellNot(schema: unknown, subject: string): string {
  const value = valueWords(schema)
  return value === undefined ? `this must not hold: ${holds(schema, { subject, verb: 'is' })}` : `must not be ${value}`
}

/** What a value must be. */
export function mustFit(subject: string, schema: unknown): string {
  if (saysNothing(schema)) return `${subject} may be anything`
  if (schema === false) return `${subject} is not allowed`
  const type = typeWords(schema)
  return type === undefined ? `${subject} must fit the JSON Schema ${brief(schema)}` : `${subject} must be ${type}`
}

function saysNothing(schema: unknown): boolean {
  return schema === undefined || schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}

interface Clause {
  readonly subject: string
  readonly verb: 'is' | 'must be'
}

/** In words where they say all of it, else as JSON Schema. */
function holds(schema: unknown, { subject, verb }: Clause): string {
  const words = isObject(schema) ? propertyWords(schema, verb) : undefined
  if (words !== undefined && words.length <= longest) return words
  return verb === 'is' ? `${subject} fits the JSON Schema ${brief(schema)}` : mustFit(subject, schema)
}

/** Beyond these, JSON is no harder to read. */
const longest = 500
const mostNames = 20

/** Undefined for a schema that says more than which properties are given, and which values they have. */
function propertyWords(schema: UnknownObject, verb: Clause['verb']): string | undefined {
  const { type = 'object', required = [], properties = {}, ...rest } = schema
  if (type !== 'object' || Object.keys(rest).length > 0 || !isNames(required) || !isObject(properties)) return undefined
  const known = new Map(Object.entries(properties))
  const asked = new Set(required)
  const names = [...new Set([...known.keys(), ...asked])]
  if (names.length > mostNames) return undefined
  const words = names.map((name) => {
    const isRequired = asked.has(name)
    const part = known.get(name)
    if (saysNothing(part)) return isRequired ? `${nameText(name)} ${verb} given` : ''
    const value = valueWords(part)
    return value && `${nameText(name)} ${verb} ${value}${isRequired ? '' : ' (or not given)'}`
  })
  const said = words.filter((each) => each !== '')
  return said.length === 0 || said.includes(undefined) ? undefined : said.join(' and ')
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

/** Titles and descriptions stand with the property itself. */
function valueWords(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined
  const { type, const: constant, enum: choices, title: _, description: _text, ...rest } = schema
  if (Object.keys(rest).length > 0) return undefined
  if (constant === undefined && choices === undefined) return types.get(type)
  if (constant !== undefined) return choices === undefined ? brief(constant) : undefined
  return Array.isArray(choices) ? `one of ${row(choices)}` : undefined
}

const types: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'a boolean'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['null', 'null'],
])

/** Undefined for a schema that says more than a type. */
function typeWords(schema: unknown): string | undefined {
  return isObject(schema) && Object.keys(schema).length === 1 ? types.get(schema['type']) : undefined
}
