import { put } from './json.ts'
import { readers } from './kinds.ts'
import { isObject } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import { patternOf } from '../schema/keywords/pattern.ts'
import type { JsonSchema, SchemaObject } from '../schema/schema.ts'
import type { Branch } from '../schema/branches.ts'
import { branchesOf, taggedBranch } from '../schema/branches.ts'
import type { Compiler } from '../schema/keyword.ts'

/** Reads a value that fits its schema. Undefined stands for a decoder that changes nothing. */
export type Decoder = (value: unknown) => unknown

export function decoderOf(schema: JsonSchema, compiler: Compiler): Decoder | undefined {
  if (typeof schema === 'boolean') return undefined
  const steps = [inner(schema, compiler), ...inPlace(schema, compiler), codecOf(schema)]
  const decoders = steps.filter((step) => step !== undefined)
  const [first, second] = decoders
  if (second === undefined) return first
  return (value) => {
    let decoded = value
    for (const decode of decoders) decoded = decode(decoded)
    return decoded
  }
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
  const fills = declared.flatMap(([name, property]) => (isFilled(property) ? [{ name, fill: property.default }] : []))
  const decoders = new Map(declared.map(([name, property]) => [name, decoderOf(property, compiler)]))
  const patterns = Object.entries(schema.patternProperties ?? {}).map(([source, property]) => ({
    pattern: patternOf(source),
    decoder: decoderOf(property, compiler),
  }))
  const rest = decoderOf(schema.additionalProperties ?? true, compiler)
  const all = [rest, ...decoders.values(), ...patterns.map(({ decoder }) => decoder)]
  if (fills.length === 0 && all.every((decoder) => decoder === undefined)) return undefined
  const decoderFor = (name: string): Decoder => {
    const matching = patterns.find(({ pattern }) => !decoders.has(name) && pattern.test(name))
    return (decoders.has(name) ? decoders.get(name) : matching === undefined ? rest : matching.decoder) ?? same
  }
  return (value) => {
    const decoded: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(value)) {
      const decode = decoderFor(name)
      put(decoded, name, decode(property))
    }
    for (const { name, fill } of fills) {
      const decode = decoderFor(name)
      if (!Object.hasOwn(value, name)) put(decoded, name, decode(structuredClone(fill)))
    }
    return decoded
  }
}

function isFilled(property: JsonSchema): property is SchemaObject {
  return isObject(property) && property['x-fill'] === true && property.default !== undefined
}

/** By the branch that the value chose; else, of those that fit, by the most telling. */
function union(schemas: readonly JsonSchema[] | undefined, compiler: Compiler): Decoder | undefined {
  if (schemas === undefined) return undefined
  const decoders = schemas.map((schema) => decoderOf(schema, compiler))
  if (decoders.every((decoder) => decoder === undefined)) return undefined
  const { list, tag } = branchesOf(schemas, compiler)
  const byBranch = new Map(list.map((branch, at) => [branch, decoders[at]]))
  return (value) => {
    const branch = tag !== undefined && isObject(value) ? taggedBranch(tag, value) : mostTelling(list, value)
    const decode = (branch && byBranch.get(branch)) ?? same
    return decode(value)
  }
}

function mostTelling(list: readonly Branch[], value: unknown): Branch | undefined {
  const fitting = list.filter(({ check }) => check(value))
  return fitting.toSorted((left, right) => tellingOf(right, value) - tellingOf(left, value))[0]
}

/**
 * How much a branch says of a value that fits it: of an object, how many of its names. Of a text: that it is a date is
 * more than that it is a text, but that it might be base64 is less, since many a word might.
 */
function tellingOf({ target }: Branch, value: unknown): number {
  const { properties: declared = {}, 'x-codec': codec } = target
  if (isObject(value)) return Object.keys(value).filter((name) => Object.hasOwn(declared, name)).length
  if (typeof value !== 'string' || codec === undefined) return 1
  return readers[codec].isEvident ? 2 : 0
}
