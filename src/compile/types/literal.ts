import type { SchemaObject } from '../../tool/index.ts'
import type { ts } from '../program.ts'
import type { Kind, Walk } from './kind.ts'

/** One value: a literal, or a member of an enum. */
const kind: Kind = {
  name: 'literal',
  emit(type, walk) {
    const value = literalOf(type, walk)
    return value === undefined ? undefined : { type: typeOfValue(value), const: value }
  },
}
export default kind

export type Literal = string | number | boolean

/** The value of a type that has only one. */
export function literalOf(type: ts.Type, { compiler, checker }: Walk): Literal | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if ((type.flags & compiler.TypeFlags.BooleanLiteral) === 0) return undefined
  return checker.typeToString(type) === 'true'
}

export function typeOfValue(value: Literal | null): 'string' | 'integer' | 'number' | 'boolean' | 'null' {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return Number.isInteger(value) ? 'integer' : 'number'
}

/** The schema of a choice of values, in the order given. */
export function choiceOf(values: readonly (Literal | null)[]): SchemaObject {
  const [only] = values
  if (values.length === 1 && only !== undefined) return { type: typeOfValue(only), const: only }
  const types = [...new Set(values.map(typeOfValue))].filter(
    (type, _, all) => type !== 'integer' || !all.includes('number'),
  )
  const [type] = types
  return { type: types.length === 1 && type !== undefined ? type : types, enum: [...values] }
}
