import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import { brief } from './brief.ts'
import { tellConditions } from './conditions.ts'
import { Inexpressible } from './inexpressible.ts'
import { allTogether, both, cleaned, either } from './merge.ts'
import type { Resolve } from './references.ts'

/** One object, and in words what its properties must be together. */
export interface Root {
  readonly schema: UnknownObject
  readonly notes: readonly string[]
}

/**
 * A root without references or compositions, which takes all that the root takes: it has the properties of all
 * branches, and requires what all branches require.
 */
export function flattenRoot(root: UnknownObject, resolve: Resolve): Root {
  const flat = flatten(root, { resolve, open: new Set(), budget: { left: mostParts } })
  if (!mayBeObject(flat.schema)) throw new Inexpressible('does not describe an object, and arguments are one')
  return flat
}

interface Walk {
  readonly resolve: Resolve
  /** Those that are being flattened: one that comes back to itself says nothing more. */
  readonly open: ReadonlySet<unknown>
  /** How many more may be. */
  readonly budget: { left: number }
}

const mostParts = 1000
/** So many branches are told in words. */
const mostTold = 20

function flatten(schema: UnknownObject, { resolve, open, budget }: Walk): Root {
  budget.left -= 1
  if (budget.left < 0) throw new Inexpressible(`has more than ${mostParts} parts at its root`)
  const walk: Walk = { resolve, budget, open: new Set([...open, schema]) }
  const { $ref, allOf, anyOf, oneOf, if: when, then, else: otherwise, dependentSchemas, not, ...own } = cleaned(schema)
  const target = typeof $ref === 'string' ? resolve($ref) : undefined
  const whole = [target, ...listed(allOf)].flatMap((part) => flattenPart(part, walk))
  const all = joinAll([{ schema: own, notes: [] }, ...whole])
  const chosen = [
    { parts: listed(anyOf), words: 'At least one of these must hold' },
    { parts: listed(oneOf), words: 'Exactly one of these must hold' },
  ].reduce((root, { parts, words }) => withBranches(root, branchesOf(parts, walk), words), all)
  const conditions = [then, otherwise, ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : [])]
  const notes = tellConditions({ if: when, then, else: otherwise, dependentSchemas, not })
  return withOptional({ ...chosen, notes: [...chosen.notes, ...notes] }, branchesOf(conditions, walk))
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function flattenPart(part: unknown, walk: Walk): readonly Root[] {
  if (part === true) return [anyObject]
  if (!isObject(part) || walk.open.has(part)) return []
  return [flatten(part, walk)]
}

function branchesOf(parts: readonly unknown[], walk: Walk): readonly Root[] {
  return parts.flatMap((part) => flattenPart(part, walk)).filter(({ schema }) => mayBeObject(schema))
}

function joinAll(roots: readonly Root[]): Root {
  return { schema: allTogether(roots.map(({ schema }) => schema)), notes: roots.flatMap(({ notes }) => notes) }
}

/** What one of the branches asks for is asked for where all of them do; the rest is said in words. */
function withBranches(root: Root, branches: readonly Root[], words: string): Root {
  const [only] = branches
  if (only === undefined) return root
  if (branches.length === 1) return joinAll([root, only])
  const required = namesOf(only.schema['required']).filter((name) =>
    branches.every(({ schema }) => namesOf(schema['required']).includes(name)),
  )
  const schema = both(withProperties(root.schema, branches), { required })
  const rest = branches.length > mostTold ? ` and ${branches.length - mostTold} more` : ''
  const alternatives = branches
    .slice(0, mostTold)
    .map((branch, at) => `(${at + 1}) ${tellBranch(branch)}`)
    .join('; ')
  return { schema, notes: [...root.notes, `${words}: ${alternatives}${rest}.`] }
}

/** What holds only sometimes adds names, and changes none. */
function withOptional(root: Root, branches: readonly Root[]): Root {
  return branches.length === 0 ? root : { ...root, schema: withProperties(root.schema, [...branches, anyObject]) }
}

const anyObject: Root = { schema: {}, notes: [] }

/** The properties of branches beside a schema's own. A name that all branches know is what any of them says it is. */
function withProperties(schema: UnknownObject, branches: readonly Root[]): UnknownObject {
  const own = new Map(Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
  const maps = branches.map(
    ({ schema: branch }) => new Map(Object.entries(isObject(branch['properties']) ? branch['properties'] : {})),
  )
  for (const name of new Set(maps.flatMap((map) => [...map.keys()]))) {
    const said = maps.flatMap((map) => (map.has(name) ? [map.get(name)] : []))
    if (!own.has(name) || said.length === branches.length) own.set(name, withDescription(either(said), own.get(name)))
  }
  const { additionalProperties: additional = closedByAll(branches), ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(own),
    ...(additional !== undefined && { additionalProperties: additional }),
  }
}

function withDescription(schema: unknown, known: unknown): unknown {
  if (!isObject(schema) || !isObject(known) || typeof known['description'] !== 'string') return schema
  return { description: known['description'], ...schema }
}

function closedByAll(branches: readonly Root[]): false | undefined {
  return branches.every(({ schema }) => schema['additionalProperties'] === false) ? false : undefined
}

/** What tells a branch from the others: what it requires, and which values it wants. */
function tellBranch({ schema, notes }: Root): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = namesOf(schema['required'])
  const names = required.length > 0 ? required : Object.keys(properties)
  const told = names.map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const value = isObject(property) ? property['const'] : undefined
    return value === undefined ? name : `${name} = ${brief(value)}`
  })
  const text = typeof schema['description'] === 'string' ? `${schema['description'].trim()} ` : ''
  const needs = told.length === 0 ? restOf(schema) : `${required.length > 0 ? '' : 'may have '}${told.join(', ')}`
  return `${text}${needs}${notes.length === 0 ? '' : ` (${notes.join(' ')})`}`
}

/** What a branch says that neither requires nor names anything. */
function restOf(schema: UnknownObject): string {
  const { type: _, title: _title, description: _text, properties: _properties, ...rest } = schema
  return Object.keys(rest).length === 0 ? 'anything' : `it fits the JSON Schema ${brief(rest)}`
}

function namesOf(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function mayBeObject({ type }: UnknownObject): boolean {
  return type === undefined || [type].flat().includes('object')
}
