import { isObject } from '../json.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import type { Check } from './problem.ts'
import { refuse } from './problem.ts'

/** What a keyword may ask while its check is built. */
export interface Compiler {
  /** The check of a subschema. */
  compile(schema: JsonSchema): Check
  /** What a local reference points at. */
  resolve(reference: string): JsonSchema
  /** The validation that is going on. */
  readonly run: Run
}

/** What is counted within one validation of one value. */
export interface Run {
  /** How often a reference was followed. */
  visits: number
  /** What is known of a value by a reference, once the run has become long. */
  readonly known: Map<string, WeakMap<object, boolean>>
}

/** A keyword of JSON Schema: what it may hold, and what it asserts. */
export interface Keyword {
  readonly name: string
  accepts(value: unknown): boolean
  check(schema: SchemaObject, compiler: Compiler): Check | undefined
}

interface TypedKeyword<Value> {
  readonly name: string
  readonly accepts: (value: unknown) => value is Value
  /** Undefined: nothing to assert on its own. */
  readonly check: (value: Value, schema: SchemaObject, compiler: Compiler) => Check | undefined
}

/** A keyword whose check is built from the value that its guard lets through. */
export function keyword<Value>({ name, accepts, check }: TypedKeyword<Value>): Keyword {
  return {
    name,
    accepts,
    check(schema, compiler) {
      const value = schema[name]
      if (!accepts(value)) throw new TypeError(`The keyword "${name}" cannot hold ${JSON.stringify(value)}.`)
      return check(value, schema, compiler)
    },
  }
}

/** A check that is one predicate on the value itself. */
export function assertion(name: string, schema: SchemaObject, holds: (value: unknown) => boolean): Check {
  return (value, problems) =>
    holds(value) || (problems !== undefined && refuse(problems, { keyword: name, schema, value }))
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

export function isSchemaList(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema)
}

export function isSchemaMap(value: unknown): value is Readonly<Record<string, JsonSchema>> {
  return isObject(value) && Object.values(value).every(isSchema)
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

export function isCount(value: unknown): value is number {
  return isNumber(value) && Number.isInteger(value) && value >= 0
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString)
}

export function isStringListMap(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  return isObject(value) && Object.values(value).every(isStringList)
}
