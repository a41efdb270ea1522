import { isAbsent, plainOf, put } from './codec-json.ts'
import { readers } from './codec-kinds.ts'
import { isObject } from './json.ts'
import { patternOf } from './keywords/pattern.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import type { Branch, Tag } from './validate-branches.ts'
import { branchesOf, taggedBranch } from './validate-branches.ts'
import type { Compiler } from './validate-keyword.ts'

/** Writes a value as JSON, `depth` levels below the result's root. */
export type Encoder = (value: unknown, depth: number) => unknown

const deepest = 1000

export function encoderOf(schema: JsonSchema, compiler: Compiler): Encoder {
  if (typeof schema === 'boolean') return jsonOf
  const steps = inPlace(schema, compiler)
  const own = steps.length > 0 && !hasChildren(schema) ? [] : [inner(schema, compiler)]
  const encoders = [...own, ...steps]
  const [first, second] = encoders
  if (first !== undefined && second === undefined) return first
  return (value, depth) => encoders.reduce((encoded, encode) => encode(encoded, depth), value)
}

function hasChildren(schema: SchemaObject): boolean {
  return ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'].some(
    (name) => schema[name] !== undefined,
  )
}

/** A value of which the schema says nothing. */
function jsonOf(value: unknown, depth: number): unknown {
  const plain = plainOf(value)
  if (typeof plain !== 'object' || plain === null) return plain
  refuseDepth(depth)
  if (Array.isArray(plain)) return plain.map((item) => (isAbsent(item) ? null : jsonOf(item, depth + 1)))
  const encoded: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(plain))
    if (!isAbsent(property)) put(encoded, name, jsonOf(property, depth + 1))
  return encoded
}

function refuseDepth(depth: number): void {
  if (depth > deepest) throw new RangeError(`The value is nested more than ${deepest} levels deep, or contains itself.`)
}

function inPlace(schema: SchemaObject, compiler: Compiler): readonly Encoder[] {
  return [
    ...(schema.$ref === undefined ? [] : [referred(schema.$ref, compiler)]),
    ...(schema.allOf ?? []).map((part) => encoderOf(part, compiler)),
    ...(schema.anyOf === undefined ? [] : [union(schema.anyOf, compiler)]),
    ...(schema.oneOf === undefined ? [] : [union(schema.oneOf, compiler)]),
  ]
}

function referred(reference: string, compiler: Compiler): Encoder {
  let encoder: Encoder | undefined
  return (value, depth) => {
    encoder ??= encoderOf(compiler.resolve(reference), compiler)
    return encoder(value, depth)
  }
}

function inner(schema: SchemaObject, compiler: Compiler): Encoder {
  const list = items(schema, compiler)
  const object = properties(schema, compiler)
  return (value, depth) => {
    const plain = schema['x-codec'] === 'entries' && value instanceof Map ? [...value] : plainOf(value)
    if (typeof plain !== 'object' || plain === null) return plain
    refuseDepth(depth)
    return Array.isArray(plain) ? list(plain, depth + 1) : object(plain, depth + 1)
  }
}

function items(schema: SchemaObject, compiler: Compiler): (value: readonly unknown[], depth: number) => unknown {
  const prefix = (schema.prefixItems ?? []).map((item) => encoderOf(item, compiler))
  const rest = encoderOf(schema.items ?? true, compiler)
  return (value, depth) => value.map((item, at) => (isAbsent(item) ? null : (prefix[at] ?? rest)(item, depth)))
}

/** Keeps what is declared; the rest only where the schema leaves room for it. */
function properties(schema: SchemaObject, compiler: Compiler): (value: object, depth: number) => unknown {
  const declared = Object.entries(schema.properties ?? {}).map(([name, property]): [string, Encoder] => [
    name,
    encoderOf(property, compiler),
  ])
  const names = new Set(declared.map(([name]) => name))
  const patterns = Object.entries(schema.patternProperties ?? {}).map(([source, property]): [RegExp, Encoder] => [
    patternOf(source),
    encoderOf(property, compiler),
  ])
  const { additionalProperties = true } = schema
  const rest = additionalProperties === false ? undefined : encoderOf(additionalProperties, compiler)
  return (value, depth) => {
    const encoded: Record<string, unknown> = {}
    for (const [name, encode] of declared) {
      const property = read(value, name)
      if (!isAbsent(property)) put(encoded, name, encode(property, depth))
    }
    if (rest === undefined && patterns.length === 0) return encoded
    for (const [name, property] of Object.entries(value)) {
      if (names.has(name) || isAbsent(property)) continue
      const encode = patterns.find(([pattern]) => pattern.test(name))?.[1] ?? rest
      if (encode !== undefined) put(encoded, name, encode(property, depth))
    }
    return encoded
  }
}

/** An own property, or a getter of the value's class; never what every object inherits. */
function read(value: object, name: string): unknown {
  for (
    let holder: unknown = value;
    isObject(holder) && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder)
  ) {
    const property = Object.getOwnPropertyDescriptor(holder, name)
    if (property !== undefined)
      return holder === value || property.get !== undefined ? Reflect.get(value, name) : undefined
  }
  return undefined
}

function union(schemas: readonly JsonSchema[], compiler: Compiler): Encoder {
  const { list, tag } = branchesOf(schemas, compiler)
  const encoders = new Map(list.map((branch) => [branch, encoderOf(branch.schema, compiler)]))
  const encodeAs = (branch: Branch, value: unknown, depth: number): unknown =>
    (encoders.get(branch) ?? jsonOf)(value, depth)
  return (value, depth) => {
    const fitting = candidates(list, tag, value)
    const [only, another] = fitting
    if (only === undefined) return jsonOf(value, depth)
    if (another === undefined) return encodeAs(only, value, depth)
    const encoded = fitting.map((branch) => ({ branch, wire: encodeAs(branch, value, depth) }))
    const valid = encoded.filter(({ branch, wire }) => branch.check(wire))
    const [best] = valid.toSorted((left, right) => sizeOf(right.wire) - sizeOf(left.wire))
    return best === undefined ? jsonOf(value, depth) : best.wire
  }
}

/** The branches that a value may belong to: by what it is, then by its tag, then by the type of its JSON form. */
function candidates(list: readonly Branch[], tag: Tag | undefined, value: unknown): readonly Branch[] {
  const held = list.filter(({ target: { 'x-codec': codec } }) => codec !== undefined && readers[codec].is(value))
  if (held.length > 0) return held
  const plain = plainOf(value)
  if (tag !== undefined && isObject(plain))
    return taggedBranch(tag, plain) ? [taggedBranch(tag, plain)].filter((branch) => branch !== undefined) : []
  return list.filter((branch) => branch.admits(plain))
}

/** How many properties a value has, at any depth. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return (Array.isArray(value) ? 0 : inside.length) + inside.reduce((sum: number, item) => sum + sizeOf(item), 0)
}
