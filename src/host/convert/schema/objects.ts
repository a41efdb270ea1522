import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import type { Context } from './context.ts'
import { Inexpressible } from './inexpressible.ts'
import { inWords } from './lost.ts'
import { mayBeNull, orNull } from './nulls.ts'

/** A part of a converted schema, and what must be said of it in words. */
export interface Converted {
  readonly part: UnknownObject
  readonly notes: readonly (string | undefined)[]
}

/** What a schema says of the names of an object. */
export function convertObject(node: UnknownObject, context: Context): Converted {
  const { objects, typed } = context.rules
  const isObjectType = [node['type']].flat().includes('object')
  const { properties, optional, required } = convertProperties(node, context)
  const isEmpty = Object.keys(properties).length === 0
  if (objects !== 'open' && isObjectType) {
    refuseOpen(node, isEmpty)
    const names = objects === 'required' ? Object.keys(properties) : required
    context.undo.set(properties, { original: originalNames(node, context), optional })
    return { part: { properties, required: names, additionalProperties: false }, notes: [] }
  }
  context.undo.set(properties, { original: originalNames(node, context), optional: new Set() })
  const additional = convertAdditional(node, context)
  const part = {
    ...((node['properties'] !== undefined || !isEmpty) && !(typed && isEmpty) && { properties }),
    ...(required.length > 0 && { required }),
    ...additional.part,
  }
  return { part, notes: additional.notes }
}

function originalNames(node: UnknownObject, { names }: Context): ReadonlyMap<string, string> {
  const own = Object.keys(isObject(node['properties']) ? node['properties'] : {})
  return new Map(own.flatMap((name) => (names.has(name) ? [[names.get(name) ?? name, name] as const] : [])))
}

interface Properties {
  readonly properties: UnknownObject
  readonly optional: ReadonlySet<string>
  readonly required: readonly string[]
}

function convertProperties(node: UnknownObject, context: Context): Properties {
  const { rules, names, convert } = context
  const given = new Map(Object.entries(isObject(node['properties']) ? node['properties'] : {}))
  const asked = new Set(
    Array.isArray(node['required']) ? node['required'].filter((name) => typeof name === 'string') : [],
  )
  if (rules.typed) for (const name of asked) if (!given.has(name)) given.set(name, true)
  const optional = new Set<string>()
  const converted = [...given].flatMap(([name, schema]): [string, UnknownObject][] => {
    if (schema === false) return []
    const sent = names.get(name) ?? name
    if (rules.objects !== 'required' || asked.has(name)) return [[sent, convert(schema)]]
    if (mayBeNull(schema, context.resolve) && !(isObject(schema) && schema['default'] === null))
      throw new Inexpressible(`takes null for "${name}", and may be without it: null would mean both`)
    optional.add(sent)
    return [[sent, orNull(convert(schema))]]
  })
  const known = new Set(converted.map(([name]) => name))
  const required = [...asked].map((name) => names.get(name) ?? name).filter((name) => known.has(name) || !rules.typed)
  return { properties: Object.fromEntries(converted), optional, required }
}

/** To close an object that is made for names that nobody lists would leave nothing of it. */
function refuseOpen({ additionalProperties, patternProperties }: UnknownObject, isEmpty: boolean): void {
  const isOpen = additionalProperties === undefined ? isEmpty : additionalProperties !== false
  if (isOpen || patternProperties !== undefined)
    throw new Inexpressible('has an object for names that are not listed in it')
}

function convertAdditional({ additionalProperties: value, ...node }: UnknownObject, context: Context): Converted {
  if (value === undefined) return { part: {}, notes: [] }
  if (!context.rules.keywords.has('additionalProperties'))
    return { part: {}, notes: [inWords('additionalProperties', value, node)] }
  return { part: { additionalProperties: isObject(value) ? context.convert(value) : value }, notes: [] }
}
