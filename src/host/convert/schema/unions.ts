import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import type { Context } from './context.ts'
import { describe, inWords } from './lost.ts'
import { both } from './merge.ts'

/** A value of one of several schemas. What stands beside `anyOf` is said in each, where each must say its type. */
export function convertUnion(node: UnknownObject, context: Context): UnknownObject {
  const { rules, convert } = context
  const { annotations, text } = annotationsOf(node, context)
  const parts = branchesOf(node)
  const values = rules.typeLists ? parts : parts.filter((part) => !isNull(part))
  const hasNull = values.length < parts.length
  const [only] = values
  if (values.length === 1)
    return withNull(convert(isObject(only) ? both({ ...annotations, ...text }, only) : only), hasNull)
  const [first, ...rest] = values.map((part) => convert(part)).flatMap(inner)
  if (first === undefined) return withNull(convert(true), hasNull)
  if (!rules.lone.includes('anyOf')) return { ...annotations, ...text, anyOf: [first, ...rest] }
  return { anyOf: [withNull({ ...first, ...describe(text.description, [ownText(first)]) }, hasNull), ...rest] }
}

/** The branches, each with what stands beside them all. */
function branchesOf({ anyOf, ...node }: UnknownObject): unknown[] {
  const { title: _, description: _text, default: _default, ...beside } = node
  const parts = (Array.isArray(anyOf) ? anyOf : []).filter((part) => part !== false)
  if (Object.keys(beside).length === 0) return parts
  return parts.map((part) => both(beside, isObject(part) ? part : {}))
}

/** What is said of all branches, and means the same wherever it stands. */
function annotationsOf(
  { title, description, default: fallback, ...node }: UnknownObject,
  { rules }: Context,
): { readonly annotations: UnknownObject; readonly text: { readonly description?: string } } {
  const isTold = fallback !== undefined && !rules.keywords.has('default')
  return {
    annotations: {
      ...(title !== undefined && { title }),
      ...(fallback !== undefined && !isTold && { default: fallback }),
    },
    text: describe(description, isTold ? [inWords('default', fallback, node)] : []),
  }
}

/** Where there are no types but one, null is a word beside it. */
export function withNull(schema: UnknownObject, hasNull: boolean): UnknownObject {
  if (!hasNull) return schema
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return { ...schema, nullable: true }
  const [first, ...rest] = anyOf.filter(isObject)
  return { anyOf: [{ ...first, nullable: true }, ...rest] }
}

/** A union in a union is one. */
function inner(schema: UnknownObject): readonly UnknownObject[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) && Object.keys(schema).length === 1 ? anyOf.filter(isObject) : [schema]
}

function ownText({ description }: UnknownObject): string | undefined {
  return typeof description === 'string' ? description : undefined
}

function isNull(schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { type, const: constant, enum: choices } = schema
  return type === 'null' || constant === null || (Array.isArray(choices) && choices.every((choice) => choice === null))
}
