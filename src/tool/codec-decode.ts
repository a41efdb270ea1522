import { put } from './codec-json.ts'
import { readers } from './codec-kinds.ts'
import { isObject } from './json.ts'
import type { UnknownObject } from './json.ts'
import { patternOf } from './keywords/pattern.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import type { Branch } from './validate-branches.ts'
import { branchesOf, taggedBranch } from './validate-branches.ts'
import type { Compiler } from './validate-keyword.ts'

/** Reads a value that fits its schema. Undefined stands for a decoder that changes nothing. */
export type Decoder = (value: unknown) => unknown

export function decoderOf(schema: JsonSchema, compiler: Compiler): Decoder | undefined {
  if (typeof schema === 'boolean') return undefined
  const steps = [inner(schema, compiler), ...inPlace(schema, compiler), codecOf(schema)]
  const decoders = steps.filter((step) => step !== undefined)
  const [first, second] = decoders
  return second === undefined ? first : (value) => decoders.reduce((decoded, decode) => decode(decoded), value)
}

function codecOf({ 'x-codec': codec }: SchemaObject): Decoder | undefined {
  return codec && readers[codec].read
}

/** What the schema says of the value by way of other schemas. */
function inPlace(schema: SchemaObject, compiler: Compiler): readonly (Decoder | undefined)[] {
  return [
    schema.$ref === undefined ? undefined : referred(schema.$ref, compiler),
    ...(schema.allOf ?? []).map((part) => decoderOf(part, compiler)),
    union(schema.anyOf, compiler),
    union(schema.oneOf, compiler),
  ]
}

function referred(reference: string, compiler: Compiler): Decoder {
  let decoder: Decoder | undefined
  return (value) => {
    decoder ??= decoderOf(compiler.resolve(reference), compiler) ?? same
    return decoder(value)
  }
}

function same(value: unknown): unknown {
  return value
}

function inner(schema: SchemaObject, compiler: Compiler): Decoder | undefined {
  const list = items(schema, compiler)
  const object = properties(schema, compiler)
  if (list === undefined && object === undefined) return undefined
  return (value) => {
    if (Array.isArray(value)) return list === undefined ? value : list(value)
    return isObject(value) && object !== undefined ? object(value) : value
  }
}

function items(schema: SchemaObject, compiler: Compiler): ((value: readonly unknown[]) => unknown) | undefined {
  const prefix = (schema.prefixItems ?? []).map((item) => decoderOf(item, compiler))
  const rest = decoderOf(schema.items ?? true, compiler)
  if (rest === undefined && prefix.every((decoder) => decoder === undefined)) return undefined
  return (value) => value.map((item, at) => ((at < prefix.length ? prefix[at] : rest) ?? same)(item))
}

function properties(schema: SchemaObject, compiler: Compiler): ((value: UnknownObject) => unknown) | undefined {
  const declared = Object.entries(schema.properties ?? {})
  const decoders = new Map(declared.map(([name, property]) => [name, decoderOf(property, compiler)]))
  const patterns = Object.entries(schema.patternProperties ?? {}).map(([source, property]) => ({
    pattern: patternOf(source),
    decoder: decoderOf(property, compiler),
  }))
  const rest = decoderOf(schema.additionalProperties ?? true, compiler)
  const fills = declared.flatMap(([name, property]) =>
    isObject(property) && property['x-fill'] === true ? [{ name, value: property.default }] : [],
  )
  const decoderFor = (name: string): Decoder | undefined =>
    decoders.has(name)
      ? decoders.get(name)
      : patterns.some(({ pattern }) => pattern.test(name))
        ? patterns.find(({ pattern }) => pattern.test(name))?.decoder
        : rest
  if (
    fills.length === 0 &&
    rest === undefined &&
    [...decoders.values(), ...patterns.map(({ decoder }) => decoder)].every((decoder) => decoder === undefined)
  )
    return undefined
  return (value) => {
    const decoded: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(value)) put(decoded, name, (decoderFor(name) ?? same)(property))
    for (const { name, value: fill } of fills)
      if (!Object.hasOwn(value, name)) put(decoded, name, (decoderFor(name) ?? same)(structuredClone(fill)))
    return decoded
  }
}

function union(schemas: readonly JsonSchema[] | undefined, compiler: Compiler): Decoder | undefined {
  if (schemas === undefined) return undefined
  const decoders = schemas.map((schema) => decoderOf(schema, compiler))
  if (decoders.every((decoder) => decoder === undefined)) return undefined
  const { list, tag } = branchesOf(schemas, compiler)
  const decodeAs = (branch: Branch | undefined, value: unknown): unknown =>
    branch === undefined ? value : (decoders[list.indexOf(branch)] ?? same)(value)
  return (value) => {
    if (tag !== undefined && isObject(value)) return decodeAs(taggedBranch(tag, value), value)
    const fitting = list.filter(({ check }) => check(value))
    return decodeAs(fitting.find(isEvident) ?? fitting[0], value)
  }
}

function isEvident({ target: { 'x-codec': codec } }: Branch): boolean {
  return codec !== undefined && readers[codec].isEvident
}
