import { isAbsent, isNested, plainOf, put, read } from './json.ts'
import { readers } from './kinds.ts'
import { isObject } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import { patternOf } from '../schema/keywords/pattern.ts'
import type { JsonSchema, SchemaObject } from '../schema/schema.ts'
import type { Branch, Tag } from '../schema/branches.ts'
import { branchesOf } from '../schema/branches.ts'
import type { Compiler } from '../schema/keyword.ts'

/** Writes a value as JSON. */
export type Encoder = (value: unknown, walk: Walk) => unknown

/** Where an encoding is, and what it has done. */
export interface Walk {
  depth: number
  /** How often a reference was followed. */
  visits: number
  /** What a reference made of a value, once the walk has become long. */
  readonly known: Map<string, Map<unknown, unknown>>
}

const deepest = 1000
/** As for the validator: branches that share a recursive part are then not tried again and again. */
const patience = 1000

export function encoderOf(schema: JsonSchema, compiler: Compiler): Encoder {
  if (typeof schema === 'boolean') return jsonOf
  const steps = inPlace(schema, compiler)
  const own = hasChildren(schema) ? inner(schema, compiler) : steps.length === 0 ? jsonOf : undefined
  const encoders = own === undefined ? steps : [own, ...steps]
  const [first, second] = encoders
  if (first !== undefined && second === undefined) return first
  return (value, walk) => {
    let encoded = value
    for (const encode of encoders) encoded = encode(encoded, walk)
    return encoded
  }
}

function hasChildren(schema: SchemaObject): boolean {
  return ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'].some(
    (name) => schema[name] !== undefined,
  )
}

/** A value of which the schema says nothing. */
function jsonOf(value: unknown, walk: Walk): unknown {
  const plain = plainOf(value)
  if (!isNested(plain)) return plain
  descend(walk)
  const encoded = isObject(plain) ? jsonObject(plain, walk) : plain.map((item) => jsonItem(item, walk))
  walk.depth -= 1
  return encoded
}

function jsonItem(item: unknown, walk: Walk): unknown {
  return isAbsent(item) ? null : jsonOf(item, walk)
}

function jsonObject(value: UnknownObject, walk: Walk): unknown {
  const encoded: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(value))
    if (!isAbsent(property)) put(encoded, name, jsonOf(property, walk))
  return encoded
}

function descend(walk: Walk): void {
  walk.depth += 1
  if (walk.depth > deepest)
    throw new RangeError(`The value is nested more than ${deepest} levels deep, or contains itself.`)
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
  return (value, walk) => {
    encoder ??= encoderOf(compiler.resolve(reference), compiler)
    walk.visits += 1
    if (walk.visits < patience || typeof value !== 'object') return encoder(value, walk)
    const known = walk.known.get(reference) ?? new Map<unknown, unknown>()
    walk.known.set(reference, known)
    const encoded = known.has(value) ? known.get(value) : encoder(value, walk)
    known.set(value, encoded)
    return encoded
  }
}

function inner(schema: SchemaObject, compiler: Compiler): Encoder {
  const list = items(schema, compiler)
  const object = properties(schema, compiler)
  return (value, walk) => {
    const plain = schema['x-codec'] === 'entries' && value instanceof Map ? [...value] : plainOf(value)
    if (!isNested(plain)) return plain
    descend(walk)
    const encoded = isObject(plain) ? object(plain, walk) : list(plain, walk)
    walk.depth -= 1
    return encoded
  }
}

function items(schema: SchemaObject, compiler: Compiler): (value: readonly unknown[], walk: Walk) => unknown {
  const prefix = (schema.prefixItems ?? []).map((item) => encoderOf(item, compiler))
  const rest = encoderOf(schema.items ?? true, compiler)
  return (value, walk) => value.map((item, at) => (isAbsent(item) ? null : (prefix[at] ?? rest)(item, walk)))
}

/** Keeps what is declared; the rest only where the schema leaves room for it. */
function properties(schema: SchemaObject, compiler: Compiler): (value: UnknownObject, walk: Walk) => unknown {
  const declared = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    encode: encoderOf(property, compiler),
  }))
  const undeclared = undeclaredEncoder(schema, compiler)
  return (value, walk) => {
    const encoded: Record<string, unknown> = {}
    for (const { name, encode } of declared) {
      const property = read(value, name)
      if (!isAbsent(property)) put(encoded, name, encode(property, walk))
    }
    if (undeclared === undefined) return encoded
    for (const [name, property] of Object.entries(value)) {
      const encode = undeclared(name)
      if (encode !== undefined && !isAbsent(property)) put(encoded, name, encode(property, walk))
    }
    return encoded
  }
}

/** How the undeclared properties are written, by name: undefined for one that is left out. */
function undeclaredEncoder(
  schema: SchemaObject,
  compiler: Compiler,
): ((name: string) => Encoder | undefined) | undefined {
  const { properties: declared = {}, patternProperties = {}, additionalProperties = true } = schema
  const rest = additionalProperties === false ? undefined : encoderOf(additionalProperties, compiler)
  const patterns = Object.entries(patternProperties).map(([source, property]) => ({
    pattern: patternOf(source),
    encode: encoderOf(property, compiler),
  }))
  if (rest === undefined && patterns.length === 0) return undefined
  return (name) => {
    if (Object.hasOwn(declared, name)) return undefined
    return patterns.find(({ pattern }) => pattern.test(name))?.encode ?? rest
  }
}

function union(schemas: readonly JsonSchema[], compiler: Compiler): Encoder {
  const { list, tag } = branchesOf(schemas, compiler)
  const encoders = new Map(list.map((branch) => [branch, encoderOf(branch.schema, compiler)]))
  return (value, walk) => {
    const fitting = candidates(list, tag, value)
    let best: { readonly wire: unknown; readonly size: number } | undefined
    for (const branch of fitting) {
      const encode = encoders.get(branch) ?? jsonOf
      const wire = encode(value, walk)
      if (fitting.length === 1) return wire
      const size = branch.check(wire) ? sizeOf(wire) : -1
      if (size > (best?.size ?? -1)) best = { wire, size }
    }
    return best === undefined ? jsonOf(value, walk) : best.wire
  }
}

/** The branches that a value may belong to: by what it is, then by its tag, then by the type of its JSON form. */
function candidates(list: readonly Branch[], tag: Tag | undefined, value: unknown): readonly Branch[] {
  const held = list.filter(({ target: { 'x-codec': codec } }) => codec !== undefined && readers[codec].is(value))
  if (held.length > 0) return held
  const plain = plainOf(value)
  if (tag === undefined || !isObject(plain)) return list.filter((branch) => branch.admits(plain))
  const tagged = tag.branches.get(plainOf(read(plain, tag.name)))
  return tagged === undefined ? [] : [tagged]
}

/** How many properties a value has, at any depth. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return (Array.isArray(value) ? 0 : inside.length) + inside.reduce((sum: number, item) => sum + sizeOf(item), 0)
}
