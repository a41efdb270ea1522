import { isEqual } from '../equal.ts'
import type { Keyword } from '../keyword.ts'
import { assertion, isList, keyword } from '../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export const enumeration: Keyword = keyword({
  name: 'enum',
  accepts: isList,
  check: (choices, schema) => assertion('enum', schema, oneOf(choices)),
})

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.3 */
export const constant: Keyword = keyword({
  name: 'const',
  accepts: (value): value is unknown => value !== undefined,
  check: (only, schema) => assertion('const', schema, oneOf([only])),
})

function oneOf(choices: readonly unknown[]): (value: unknown) => boolean {
  if (!choices.every(isPrimitive)) return (value) => choices.some((choice) => isEqual(choice, value))
  const set = new Set(choices)
  return (value) => set.has(value)
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
