import { isObject } from '../../json.ts'
import type { SchemaType } from '../schema.ts'
import type { Keyword } from '../keyword.ts'
import { assertion, keyword } from '../keyword.ts'

const types: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isObject,
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1 */
export const type: Keyword = keyword({
  name: 'type',
  accepts: isTypes,
  check: (value, schema) => assertion('type', schema, typePredicate(value)),
})

/** Whether a value is of a type, or of one of them; without a type every value is. */
export function typePredicate(value: SchemaType | readonly SchemaType[] | undefined): (value: unknown) => boolean {
  if (value === undefined) return () => true
  if (typeof value === 'string') return types[value]
  const predicates = value.map((name) => types[name])
  return (candidate) => isAny(predicates, candidate)
}

function isAny(predicates: readonly ((value: unknown) => boolean)[], value: unknown): boolean {
  for (let at = 0; at < predicates.length; at += 1) if (predicates[at]!(value)) return true
  return false
}

function isTypes(value: unknown): value is SchemaType | readonly SchemaType[] {
  return Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)
}

function isType(value: unknown): value is SchemaType {
  return typeof value === 'string' && Object.hasOwn(types, value)
}
