import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'

/** A schema inside a schema. */
export interface Node {
  readonly schema: UnknownObject
  /** JSON Pointer from the root. */
  readonly at: string
  /** How many objects deep; a property of the root is 1. */
  readonly depth: number
  /** The property it is the schema of. */
  readonly property?: string
  readonly isRequired?: boolean
}

const oneSchema = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const
const schemaLists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const schemaMaps = ['$defs', 'definitions', 'patternProperties', 'dependentSchemas'] as const
/** Deeper than any model fills; ends what nests without end. */
const deepest = 40

/** Every schema in a schema, itself first. What is no schema is skipped. */
export function nodesOf(schema: unknown, at = ''): readonly Node[] {
  if (!isObject(schema)) return []
  const before = walked.get(schema)
  if (before?.[0]?.at === at) return before
  const nodes: Node[] = []
  visit({ schema, at, depth: 0 }, 0, nodes)
  walked.set(schema, nodes)
  return nodes
}

/** Most rules walk the same schemas. */
const walked = new WeakMap<UnknownObject, readonly Node[]>()

function visit(node: Node, level: number, into: Node[]): void {
  into.push(node)
  if (level >= deepest) return
  for (const child of childrenOf(node)) visit(child, level + 1, into)
}

function* childrenOf({ schema, at, depth }: Node): Iterable<Node> {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  for (const [property, child] of entriesOf(schema['properties'])) {
    const place = `${at}/properties/${escape(property)}`
    yield { schema: child, at: place, depth: depth + 1, property, isRequired: required.has(property) }
  }
  for (const key of oneSchema) {
    const child = schema[key]
    if (isObject(child)) yield { schema: child, at: `${at}/${key}`, depth }
  }
  for (const key of schemaLists) {
    const children: unknown = schema[key]
    if (!Array.isArray(children)) continue
    for (const [index, child] of children.entries())
      if (isObject(child)) yield { schema: child, at: `${at}/${key}/${index}`, depth }
  }
  for (const key of schemaMaps) {
    for (const [name, child] of entriesOf(schema[key]))
      yield { schema: child, at: `${at}/${key}/${escape(name)}`, depth }
  }
}

function entriesOf(value: unknown): [string, UnknownObject][] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, child]): [string, UnknownObject][] =>
    isObject(child) ? [[key, child]] : [],
  )
}

/** A step of a JSON Pointer. https://www.rfc-editor.org/rfc/rfc6901 */
export function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The parameters of a tool: the properties of its input, with those of nested objects. */
export function parametersOf(inputSchema: unknown): Node[] {
  return nodesOf(inputSchema, '/inputSchema').filter(({ property }) => property !== undefined)
}

/** The parameters that stand in a call by themselves. */
export function topParametersOf(inputSchema: unknown): Node[] {
  return parametersOf(inputSchema).filter(
    ({ depth, at }) => depth === 1 && /^\/inputSchema\/properties\/[^/]+$/.test(at),
  )
}

/** The types that a schema names for itself. */
export function typesOf(schema: UnknownObject): string[] {
  return [schema['type']].flat().filter((type) => typeof type === 'string')
}

/** The texts among the values that a schema allows. */
export function choicesOf(schema: UnknownObject): string[] {
  const { enum: choices } = schema
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : []
}

/** What a schema says in words. */
export function wordsAt(schema: UnknownObject): string {
  const { description, title } = schema
  return [description, title].filter((text) => typeof text === 'string').join(' ')
}
