import { isObject, mapObjects } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import type { SchemaObject } from './schema.ts'

/** A schema of any library that follows https://standardschema.dev, with its JSON Schema beside its validation. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema?: { readonly [side in 'input' | 'output']: (options: { target: 'draft-2020-12' }) => unknown }
  }
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** What a library finds wrong with a value. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a value is after a schema has read it: transformed, with its defaults. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output']

/** What a schema takes. */
export type InputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input']

export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value))
    return false
  const standard = value['~standard']
  return isObject(standard) && typeof standard['validate'] === 'function'
}

/** The JSON Schema of one side of a schema. Throws a `TypeError` where its library gives none. */
export function jsonSchemaOf({ '~standard': standard }: StandardSchema, side: 'input' | 'output'): SchemaObject {
  if (standard.jsonSchema === undefined) throw new TypeError(withoutJsonSchema(standard.vendor))
  const schema = standard.jsonSchema[side]({ target: 'draft-2020-12' })
  if (!isObject(schema)) throw new TypeError(`the JSON Schema that ${standard.vendor} gives is no object`)
  const { $schema: _, ...rest } = mapObjects(schema, withoutNoise)
  return rest
}

function withoutJsonSchema(vendor: string): string {
  const remedy =
    vendor === 'valibot'
      ? 'wrap it with toStandardJsonSchema of @valibot/to-json-schema'
      : 'use a version that gives one'
  return `a schema of ${vendor} has no JSON Schema: ${remedy}`
}

/** Some libraries spell out that an integer is a safe one; that tells a model nothing. */
function withoutNoise(schema: UnknownObject): UnknownObject {
  const { minimum, maximum, ...rest } = schema
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

/** Where an issue is, as one would write it in code. */
export function pathOf({ path = [] }: StandardIssue): (string | number)[] {
  return path.map((step) => {
    const key = typeof step === 'object' ? step.key : step
    return typeof key === 'symbol' ? String(key) : key
  })
}
