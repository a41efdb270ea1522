import { isObject } from './json.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import { annotations, keywords } from './validate-keywords.ts'
import { placesOf, pointerOf } from './validate-subschemas.ts'

const dialect = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

/**
 * JSON Pointers to the keywords that a schema cannot be used with: those that Verbnoun does not know, those that hold
 * what they may not hold, references that leave the schema or lead nowhere. Nothing is ever silently ignored.
 */
export function unsupported(schema: JsonSchema): readonly string[] {
  const places = placesOf(schema)
  const resolve = resolverOf(schema)
  return [...places].flatMap(([pointer, place]) =>
    isObject(place)
      ? Object.keys(place)
          .filter((name) => !isSupported(place, name, pointer === ''))
          .map((name) => pointer + pointerOf([name]))
      : [],
  )

  function isSupported(place: SchemaObject, name: string, isRoot: boolean): boolean {
    const value = place[name]
    if (name === '$schema') return isRoot && typeof value === 'string' && dialect.test(value)
    if (name === '$id') return isRoot
    if (name === '$ref') return typeof value === 'string' && canResolve(value)
    return annotations.has(name) || keywords.get(name)?.accepts(value) === true
  }

  function canResolve(reference: string): boolean {
    try {
      return resolve(reference) !== undefined
    } catch {
      return false
    }
  }
}

/** Finds what the local references of a schema point at: `#`, `#/$defs/name`, `#anchor`. */
export function resolverOf(root: JsonSchema): (reference: string) => JsonSchema {
  let targets: ReadonlyMap<string, JsonSchema> | undefined
  return (reference) => {
    targets ??= targetsOf(root)
    const target = targets.get(decodeURIComponent(reference))
    if (target === undefined)
      throw new TypeError(`The reference ${JSON.stringify(reference)} leads nowhere in its schema.`)
    return target
  }
}

function targetsOf(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const targets = new Map<string, JsonSchema>()
  for (const [pointer, schema] of placesOf(root)) {
    targets.set(`#${pointer}`, schema)
    if (isObject(schema) && typeof schema['$anchor'] === 'string') targets.set(`#${schema['$anchor']}`, schema)
  }
  return targets
}
