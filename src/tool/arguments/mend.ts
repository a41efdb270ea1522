import { isObject, parseJson } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import { nearest } from './nearest.ts'
import { resolveReference } from '../schema/reference.ts'
import { sampleOf } from '../schema/sample.ts'
import type { JsonSchema, ObjectSchema, SchemaObject } from '../schema/schema.ts'
import { validatorOf } from '../schema/validate.ts'

const shownLength = 400
const deepest = 12

/**
 * Arguments that the schema accepts, as near as can be to what was sent: what is right is kept, what is misspelt gets
 * its name, the rest a sample. Undefined where none was found or it would be long. For showing, never for running.
 */
export function mend(schema: ObjectSchema, sent: unknown): UnknownObject | undefined {
  const isShort = (JSON.stringify(sent) ?? '').length <= shownLength * 2
  const mended = mendObject({ schema, root: schema, depth: 0 }, isShort && isObject(sent) ? sent : {})
  return validatorOf(schema)(mended) && JSON.stringify(mended).length <= shownLength ? mended : undefined
}

/** What a value ought to be, and where that stands. */
interface Wanted {
  readonly schema: SchemaObject
  readonly root: ObjectSchema
  readonly depth: number
}

function mendPart(wanted: Wanted, schema: JsonSchema | undefined, value: unknown): unknown {
  const { root, depth } = wanted
  if (schema === undefined || typeof schema === 'boolean' || depth > deepest || isValid(schema, root, value))
    return value
  return mendValue({ schema, root, depth: depth + 1 }, value)
}

function mendValue(wanted: Wanted, value: unknown): unknown {
  const { schema, root } = wanted
  if (schema.$ref !== undefined) return mendPart(wanted, resolveReference(root, schema.$ref), value)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined)
    return nearestOf(
      branches.map((branch) => mendPart(wanted, branch, value)),
      wanted,
      value,
    )
  const tries = [...readings(schema, value)]
  const fitting = tries.find((reading) => isValid(schema, root, reading))
  return fitting ?? sampleOf(schema, root)

  /** What may have been meant, the likeliest first. */
  function* readings(of: SchemaObject, sent: unknown): Iterable<unknown> {
    if (typeof sent === 'number' || typeof sent === 'boolean') yield String(sent)
    if (typeof sent === 'string') {
      if (of.format === 'date-time') yield `${sent}T00:00:00Z`
      yield* nearest(
        sent,
        (of.enum ?? []).filter((choice) => typeof choice === 'string'),
      )
      const parsed = parseJson(sent)
      if (parsed !== undefined) yield* [parsed, ...readings(of, parsed)]
    }
    if (isObject(sent) && of.properties !== undefined) yield mendObject(wanted, sent)
    if (of.items !== undefined) yield mendList(wanted, Array.isArray(sent) ? sent : [sent])
  }
}

function mendObject(wanted: Wanted, value: UnknownObject): UnknownObject {
  const { schema, root } = wanted
  const properties = Object.entries(schema.properties ?? {})
  const known = properties.map(([name]) => name)
  const sentAs = new Map(
    Object.keys(value).map((name) => [known.includes(name) ? name : nearest(name, known)[0], name]),
  )
  const members = properties.flatMap(([name, property]): [string, unknown][] => {
    const source = Object.hasOwn(value, name) ? name : sentAs.get(name)
    if (source !== undefined) return [[name, mendPart(wanted, property, value[source])]]
    return schema.required?.includes(name) === true ? [[name, sampleOf(property, root)]] : []
  })
  return Object.fromEntries(members)
}

function mendList(wanted: Wanted, values: readonly unknown[]): unknown[] {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems } = wanted.schema
  const mended = values.map((value) => mendPart(wanted, items, value))
  const kept = uniqueItems === true ? mended.filter((value, at) => firstLike(mended, value) === at) : mended
  const missing = Array.from({ length: Math.max(0, minItems - kept.length) }, () =>
    sampleOf(items ?? true, wanted.root),
  )
  return [...kept, ...missing].slice(0, maxItems)
}

function firstLike(values: readonly unknown[], value: unknown): number {
  const json = JSON.stringify(value)
  return values.findIndex((other) => JSON.stringify(other) === json)
}

/** Of several mended values the one that keeps most of what was sent. */
function nearestOf(values: readonly unknown[], { schema, root }: Wanted, sent: unknown): unknown {
  const fitting = values.filter((value) => isValid(schema, root, value))
  return fitting.toSorted((one, other) => keptOf(other, sent) - keptOf(one, sent))[0] ?? sampleOf(schema, root)
}

function keptOf(value: unknown, sent: unknown): number {
  if (!isObject(value) || !isObject(sent)) return 0
  return Object.keys(value).filter((name) => JSON.stringify(value[name]) === JSON.stringify(sent[name])).length
}

/** A part that refers to the root's `$defs` can only be judged with them. */
function isValid(schema: SchemaObject, { $defs }: ObjectSchema, value: unknown): boolean {
  return validatorOf($defs === undefined ? schema : { ...schema, $defs })(value)
}
