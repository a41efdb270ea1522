import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import type { SchemaRules } from '../schema-rules.ts'
import type { Context } from './context.ts'
import { Inexpressible } from './inexpressible.ts'
import { keywordSet } from './keywords.ts'
import { describe, inWords } from './lost.ts'
import { convertObject } from './objects.ts'
import type { Converted } from './objects.ts'
import { ofType, typesOf } from './types.ts'
import { convertUnion, withNull } from './unions.ts'

/** A schema, clean and without a reference, as the rules have it. */
export function convertNode(node: UnknownObject, context: Context): UnknownObject {
  const { rules } = context
  const { oneOf, ...rest } = node
  const hasOther = rules.keywords.has('oneOf') || rest['anyOf'] !== undefined
  const plain = oneOf === undefined || hasOther ? node : { ...rest, anyOf: oneOf }
  if (rules.typed) return convertTyped(plain, context)
  return convertAs(plain, context)
}

/** The same where each schema must have a type. */
function convertTyped(node: UnknownObject, context: Context): UnknownObject {
  const { rules } = context
  if (node['anyOf'] !== undefined) return convertUnion(node, context)
  const types = typesOf(node)
  if (types.length === 0) return anything(rules, describe(node['description'], notesOf(node, context)))
  if (rules.typeLists || types.length === 1) return convertAs(withType(node, types), context)
  const values = types.filter((type) => type !== 'null')
  const hasNull = values.length < types.length
  if (values.length === 1) return withNull(convertAs(withType(node, values), context), hasNull)
  const { title: _, description, default: _default, ...beside } = node
  const anyOf = values.map((type) => withType(beside, [type]))
  return withNull(convertUnion({ ...describe(description, []), anyOf }, context), hasNull)
}

function withType(node: UnknownObject, types: readonly string[]): UnknownObject {
  return { ...ofType(node, types), type: types.length === 1 ? types[0] : types }
}

/** A schema keyword by keyword. */
function convertAs(node: UnknownObject, context: Context): UnknownObject {
  const { type } = node
  const chosen = convertChoices(node, context.rules)
  const list = isAbout(node, 'array', ['items', 'prefixItems']) ? convertList(node, context) : nothing
  const names = ['properties', 'required', 'additionalProperties']
  const object = isAbout(node, 'object', names) ? convertObject(node, context) : nothing
  const notes = [...chosen.notes, ...notesOf(node, context), ...list.notes, ...object.notes]
  return {
    ...(type !== undefined && { type }),
    ...convertOthers(node, context),
    ...describe(node['description'], notes),
    ...chosen.part,
    ...list.part,
    ...object.part,
  }
}

const nothing: Converted = { part: {}, notes: [] }

function isAbout(node: UnknownObject, type: string, keywords: readonly string[]): boolean {
  return [node['type']].flat().includes(type) || keywords.some((keyword) => keyword in node)
}

function convertOthers(node: UnknownObject, context: Context): UnknownObject {
  const taken = Object.entries(node).filter(
    ([keyword, value]) => !handled.has(keyword) && isTaken(keyword, value, context.rules),
  )
  return Object.fromEntries(taken.map(([keyword, value]) => [keyword, convertHeld(keyword, value, context)]))
}

/** Keywords with a way of their own. */
const handled: ReadonlySet<string> = keywordSet(
  'type description enum const items prefixItems properties required additionalProperties',
)

/** Words for what is not taken. `then` and `else` are told with their `if`. */
function notesOf(node: UnknownObject, { rules }: Context): readonly (string | undefined)[] {
  return Object.entries(node).map(([keyword, value]) =>
    handled.has(keyword) || isTaken(keyword, value, rules) ? undefined : inWords(keyword, value, node),
  )
}

function isTaken(keyword: string, value: unknown, rules: SchemaRules): boolean {
  const { keywords, formats, refusedPattern, mostMinItems } = rules
  if (!keywords.has(keyword)) return false
  if (keyword === 'format') return formats?.includes(String(value)) ?? true
  if (keyword === 'pattern') return refusedPattern?.test(String(value)) !== true
  return keyword !== 'minItems' || mostMinItems === undefined || Number(value) <= mostMinItems
}

function convertChoices({ enum: choices, const: constant, ...node }: UnknownObject, rules: SchemaRules): Converted {
  if (constant !== undefined && rules.keywords.has('const') && isChoice(constant, rules))
    return { part: { const: constant }, notes: [] }
  const values = constant === undefined ? choices : [constant]
  if (!Array.isArray(values)) return { part: {}, notes: [] }
  const others = rules.typeLists ? values : values.filter((value) => value !== null)
  if (others.length > 0 && others.every((value) => isChoice(value, rules)))
    return { part: { enum: [...new Set<unknown>(others)] }, notes: [] }
  return { part: {}, notes: [inWords(constant === undefined ? 'enum' : 'const', constant ?? choices, node)] }
}

function isChoice(value: unknown, { enums }: SchemaRules): boolean {
  if (enums === 'strings') return typeof value === 'string' && value !== ''
  return enums === 'anything' || typeof value !== 'object' || value === null
}

/** Lists must say what is in them. Where a tuple cannot be said, each item may be any of its items. */
function convertList(node: UnknownObject, context: Context): Converted {
  const { items, prefixItems } = node
  const { convert, rules } = context
  const tuple = Array.isArray(prefixItems) ? prefixItems : []
  if (tuple.length === 0) return { part: { items: convert(items ?? true) }, notes: [] }
  if (rules.keywords.has('prefixItems'))
    return {
      part: { prefixItems: tuple.map(convert), items: items === false ? false : convert(items ?? true) },
      notes: [],
    }
  const all = items === false ? tuple : [...tuple, items ?? true]
  return { part: { items: convert({ anyOf: all }) }, notes: [inWords('prefixItems', prefixItems, node)] }
}

/** Keywords that hold schemas in another way than the handled ones. */
function convertHeld(keyword: string, value: unknown, context: Context): unknown {
  if (['not', 'if', 'then', 'else', 'contains', 'propertyNames'].includes(keyword)) return context.convert(value)
  if (['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value)) return value.map(context.convert)
  if (keyword === 'patternProperties' && isObject(value)) return mapValues(value, context.convert)
  if (keyword === 'dependentSchemas' && isObject(value)) return mapValues(renamed(value, context), context.convert)
  if (keyword === 'dependentRequired' && isObject(value))
    return mapValues(renamed(value, context), (names) =>
      Array.isArray(names) ? names.map((name) => context.names.get(String(name)) ?? name) : names,
    )
  return value
}

function renamed(value: UnknownObject, { names }: Context): UnknownObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [names.get(name) ?? name, part]))
}

function mapValues(value: UnknownObject, change: (part: unknown) => unknown): UnknownObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]))
}

/** What takes any value, described. */
export function anything({ typed, objects }: SchemaRules, text: { readonly description?: string }): UnknownObject {
  if (!typed) return { ...text }
  if (objects !== 'open') throw new Inexpressible('takes anything in some place')
  const scalars = ['string', 'number', 'boolean'].map((type) => ({ type }))
  const values = [...scalars, { type: 'object' }]
  const [first, ...rest] = values
  return { anyOf: [{ ...first, nullable: true, ...text }, ...rest, { type: 'array', items: { anyOf: values } }] }
}
