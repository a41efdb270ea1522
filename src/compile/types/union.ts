import type { SchemaObject } from '../../tool/index.ts'
import type { ts } from '../program.ts'
import type { Place, Walk } from './kind.ts'
import { choiceOf, literalOf } from './literal.ts'
import type { Literal } from './literal.ts'
import { inWrittenOrder } from './order.ts'

/** The schema of a choice between types. Undefined is not among them: it belongs to the place. */
export function unionOf(types: readonly ts.Type[], walk: Walk, place: Place): SchemaObject {
  const { Null } = walk.compiler.TypeFlags
  const present = types.filter(({ flags }) => (flags & Null) === 0)
  const choice = choiceBetween(present, walk, place)
  return present.length < types.length ? nullable(choice) : choice
}

function choiceBetween(types: readonly ts.Type[], walk: Walk, place: Place): SchemaObject {
  const { literals, others } = sortOut(inWrittenOrder(types, walk, place), walk)
  const isBoolean = literals.includes(true) && literals.includes(false)
  const emitted = distinct(others.map((type) => walk.emit(type, place)))
  const schemas = isBoolean
    ? [...emitted.filter(isPrimitive), { type: 'boolean' as const }, ...emitted.filter((each) => !isPrimitive(each))]
    : emitted
  const open = new Set(schemas.filter(isPrimitive).map(({ type }) => type))
  const values = literals.filter((value) => !open.has(typeof value === 'number' ? 'number' : kindOf(value)))
  const branches =
    values.length === 0
      ? schemas
      : [...schemas.filter(isPrimitive), choiceOf(values), ...schemas.filter((schema) => !isPrimitive(schema))]
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return only
  const isSimple = branches.every(isPrimitive)
  return isSimple ? { type: branches.flatMap(({ type }) => type ?? []) } : { anyOf: branches }
}

/** The schema that lets null through beside what it lets through already. */
export function nullable(schema: SchemaObject): SchemaObject {
  const { anyOf, type, enum: values, const: value, ...rest } = schema
  if (Object.keys(schema).length === 0) return schema
  if (anyOf !== undefined && Object.keys(schema).length === 1) return { anyOf: [...anyOf, { type: 'null' }] }
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  const types = [...new Set([type, 'null' as const].flat())]
  const choice = values ?? (value === undefined ? undefined : [value])
  return { type: types, ...(choice === undefined ? {} : { enum: [...choice, null] }), ...rest }
}

function sortOut(types: readonly ts.Type[], walk: Walk): { literals: Literal[]; others: ts.Type[] } {
  const literals: Literal[] = []
  const others: ts.Type[] = []
  for (const type of types) {
    const value = literalOf(type, walk)
    if (value === undefined) others.push(type)
    else literals.push(value)
  }
  return { literals, others }
}

function kindOf(value: Literal): 'string' | 'boolean' | 'number' {
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'number'
}

function isPrimitive(schema: SchemaObject): boolean {
  return typeof schema.type === 'string' && Object.keys(schema).length === 1 && schema.type !== 'object'
}

function distinct(schemas: readonly SchemaObject[]): SchemaObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
}
