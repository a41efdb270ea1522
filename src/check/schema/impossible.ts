import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** Why no value satisfies a schema by itself, where that can be seen without trying. */
export function impossibilityOf(schema: UnknownObject): string | undefined {
  for (const keyword of ['enum', 'anyOf', 'oneOf']) {
    const list = schema[keyword]
    if (Array.isArray(list) && list.length === 0) return `${keyword} is empty`
  }
  for (const [least, most] of bounds) {
    const [from, to] = [schema[least], schema[most]]
    if (typeof from === 'number' && typeof to === 'number' && from > to)
      return `${least} ${from} is above ${most} ${to}`
  }
  return strictBoundsOf(schema) ?? missingOf(schema)
}

/** A schema that says "never". Where nothing has to be, it is the usual way to say that nothing may be. */
export function isNever(schema: UnknownObject): boolean {
  return isEverything(schema['not'])
}

function isEverything(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}

/** Where a bound itself is excluded, equal bounds leave nothing between. */
function strictBoundsOf(schema: UnknownObject): string | undefined {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum } = schema
  const low = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : minimum
  const high = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : maximum
  if (typeof low !== 'number' || typeof high !== 'number') return undefined
  const isStrict = typeof exclusiveMinimum === 'number' || typeof exclusiveMaximum === 'number'
  return isStrict && low >= high ? `nothing lies between ${low} and ${high}` : undefined
}

function missingOf({
  required,
  properties,
  additionalProperties,
  patternProperties,
}: UnknownObject): string | undefined {
  if (!Array.isArray(required) || additionalProperties !== false || patternProperties !== undefined) return undefined
  const known = isObject(properties) ? properties : {}
  const missing = required.find((name) => typeof name === 'string' && !Object.hasOwn(known, name))
  return missing === undefined ? undefined : `${String(missing)} is required and not allowed`
}
