import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import type { Context } from './context.ts'
import { createDefinitions } from './definitions.ts'
import type { Definitions } from './definitions.ts'
import { Inexpressible } from './inexpressible.ts'
import { describe } from './lost.ts'
import { allTogether, both, cleaned } from './merge.ts'
import { anything, convertNode } from './node.ts'

/** A walk through one schema. */
export interface Walk {
  readonly convert: Context['convert']
  /** What references point at, once all else was converted. */
  readonly definitions: () => UnknownObject
}

const mostParts = 10_000
/** From here on, references are no longer followed. */
const manyParts = 2000
const mostOpen = 20

interface State {
  readonly context: Context
  readonly defined: Definitions
  /** The targets of references that are being put in their places. */
  readonly open: Set<unknown>
  parts: number
}

export function createWalk(root: UnknownObject, how: Omit<Context, 'convert'>): Walk {
  const convert = (schema: unknown): UnknownObject => convertPart(schema, state)
  const state: State = { context: { ...how, convert }, defined: createDefinitions(root), open: new Set(), parts: 0 }
  return { convert, definitions: () => state.defined.convertAll(convert) }
}

function convertPart(schema: unknown, state: State): UnknownObject {
  const { context } = state
  count(state)
  if (!isObject(schema)) return anything(context.rules, {})
  const node = cleaned(schema)
  if (node['$ref'] !== undefined) return convertReference(node, state)
  return convertNode(context.rules.keywords.has('allOf') ? node : withoutAllOf(node, state), context)
}

function count(state: State): void {
  state.parts += 1
  if (state.parts > mostParts) throw new Inexpressible(`has more than ${mostParts} parts`)
}

function convertReference({ $ref, ...beside }: UnknownObject, state: State): UnknownObject {
  const { context, open } = state
  const { description, title: _title, default: _default, ...limits } = beside
  const found = context.resolve(String($ref))
  if (!isObject(found)) return context.convert(beside)
  const isCircle = open.has(found)
  if (context.rules.references === 'keep' && (isCircle || Object.keys(limits).length === 0)) {
    const text = context.rules.lone.includes('$ref') ? {} : describe(description, [])
    return { $ref: state.defined.refer(found, String($ref)), ...text }
  }
  if (isCircle || open.size > mostOpen || state.parts > manyParts) return cut(found, description, context)
  open.add(found)
  const converted = context.convert(both(beside, cleaned(found)))
  open.delete(found)
  return converted
}

/** What is nested in itself is not followed for ever: what lies deeper is left to the check of the original. */
function cut({ type }: UnknownObject, description: unknown, { rules }: Context): UnknownObject {
  if (rules.references === 'acyclic') throw new Inexpressible('comes back to itself')
  const text = describe(description, ['nested further in the same way'])
  return type === 'object' ? { type, ...text } : anything(rules, text)
}

/** A schema with its `allOf` merged into it, however far the references in it lead. */
function withoutAllOf(node: UnknownObject, state: State, depth = 0): UnknownObject {
  const { allOf, ...rest } = node
  if (!Array.isArray(allOf)) return node
  const parts = depth > mostOpen ? [] : allOf
  return allTogether([rest, ...parts.map((part) => withoutAllOf(target(part, state), state, depth + 1))])
}

function target(part: unknown, state: State): UnknownObject {
  count(state)
  let node = isObject(part) ? cleaned(part) : {}
  for (let steps = 0; typeof node['$ref'] === 'string' && steps < mostOpen; steps += 1) {
    const { $ref: reference, ...beside } = node
    const found = typeof reference === 'string' ? state.context.resolve(reference) : undefined
    node = both(beside, isObject(found) ? cleaned(found) : {})
  }
  const { $ref: _, ...rest } = node
  return rest
}
