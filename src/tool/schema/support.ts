import { isObject } from '../json.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import { annotations, keywords } from './keyword-list.ts'
import { escaped, placesOf, subschemasOf } from './subschemas.ts'

const dialect = /^https?:\/\/json-schema\.org\/draft(?:\/2020-12|-07)\/schema#?$/
/** Draft 7 gives these no meaning. */
const laterThan7 = new Set([
  'prefixItems',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  '$anchor',
])
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'])

type Resolve = (reference: string) => JsonSchema | undefined

interface Search {
  readonly resolve: Resolve
  readonly seen: Set<JsonSchema>
}

/**
 * JSON Pointers to the keywords that a schema cannot be used with: those that are unknown, those that hold what they may
 * not hold, references that leave the schema, lead nowhere or only to themselves. Nothing is ever silently ignored.
 *
 * The dialect is draft 2020-12. A schema that declares draft 7 is read as well where each of its keywords means the same.
 */
export function unsupported(schema: JsonSchema): readonly string[] {
  const resolve = resolverOf(schema)
  const isDraft7 = isObject(schema) && typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
  const refused: string[] = []
  for (const [pointer, place] of placesOf(schema)) {
    if (typeof place === 'boolean') continue
    const names = Object.keys(place).filter((name) => !isSupported(place, name) || (pointer !== '' && isRootOnly(name)))
    refused.push(...names.map((name) => `${pointer}/${escaped(name)}`))
  }
  return refused

  function isSupported(place: SchemaObject, name: string): boolean {
    if (isDraft7 && (laterThan7.has(name) || hasIgnored(place, name))) return false
    if (name === '$schema') return typeof place.$schema === 'string' && dialect.test(place.$schema)
    if (name === '$ref') return leadsSomewhere(place, resolve)
    return isAnnotation(name) || keywords.get(name)?.accepts(place[name]) === true
  }
}

function isRootOnly(name: string): boolean {
  return name === '$schema' || name === '$id'
}

/** Finds what the local references of a schema point at: `#`, `#/$defs/name`, `#anchor`. Undefined for any other. */
export function resolverOf(root: JsonSchema): Resolve {
  let targets: ReadonlyMap<string, JsonSchema> | undefined
  return (reference) => {
    targets ??= targetsOf(root)
    return targets.get(reference) ?? targets.get(unescaped(reference))
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

/**
 * The draft would have any unknown keyword be an annotation; of one that begins with `x-` it is certain that it was meant
 * so, and not misspelt. https://json-schema.org/draft/2020-12/json-schema-core#section-6.5
 */
function isAnnotation(name: string): boolean {
  return annotations.has(name) || (name.startsWith('x-') && !keywords.has(name))
}

/** In draft 7, whatever stands beside `$ref` is ignored. https://json-schema.org/draft-07/json-schema-core#rfc.section.8.3 */
function hasIgnored(place: SchemaObject, name: string): boolean {
  return place.$ref !== undefined && name !== '$ref' && !isAnnotation(name)
}

/** Whether a reference has a target that does not come back to it without a step into the value. */
function leadsSomewhere(place: SchemaObject, resolve: Resolve): boolean {
  const { $ref } = place
  return (
    typeof $ref === 'string' && resolve($ref) !== undefined && !isReached(place, [place], { resolve, seen: new Set() })
  )
}

function isReached(target: SchemaObject, from: readonly JsonSchema[], search: Search): boolean {
  return from.some((schema) => {
    if (typeof schema === 'boolean' || search.seen.has(schema)) return false
    search.seen.add(schema)
    const next = sameValue(schema, search.resolve)
    return next.includes(target) || isReached(target, next, search)
  })
}

/** The schemas that a schema applies to the very value that it is applied to. */
function sameValue(schema: SchemaObject, resolve: Resolve): readonly JsonSchema[] {
  const parts = subschemasOf(schema).flatMap(({ keyword, schema: part }) => (inPlace.has(keyword) ? [part] : []))
  const referred = typeof schema.$ref === 'string' ? resolve(schema.$ref) : undefined
  return referred === undefined ? parts : [...parts, referred]
}

function unescaped(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
