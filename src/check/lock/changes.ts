import { canonicalJson, isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { escape, typesOf } from '../schema/walk.ts'
import type { SubjectTool } from '../subject.ts'

/** A difference between what was accepted and what is there. */
export interface Change {
  readonly tool: string
  /** JSON Pointer into the tool. */
  readonly at: string
  /** `broken`: calls or clients of before fail, or are trusted for what they no longer are. `grown`: only more. */
  readonly kind: 'broken' | 'changed' | 'grown'
  /** What changed, as the end of a sentence that begins with the tool. */
  readonly what: string
}

/** Compares two surfaces tool by tool. */
export function changesOf(before: readonly SubjectTool[], after: readonly SubjectTool[]): Change[] {
  const known = new Map(before.map((tool) => [tool.name, tool]))
  const present = new Map(after.map((tool) => [tool.name, tool]))
  const gone = before.filter(({ name }) => !present.has(name))
  const added = after.filter(({ name }) => !known.has(name))
  return [
    ...gone.map(({ name }): Change => ({ tool: name, at: '', kind: 'broken', what: 'is gone' })),
    ...after.flatMap((tool) => {
      const old = known.get(tool.name)
      return old === undefined ? [] : changesOfTool(old, tool)
    }),
    ...added.map(({ name }): Change => ({ tool: name, at: '', kind: 'grown', what: 'was added' })),
  ]
}

function changesOfTool(before: SubjectTool, after: SubjectTool): Change[] {
  const found: Change[] = [
    ...textChanges(before, after),
    ...hintChanges(before, after),
    ...inputChanges({ before: before.inputSchema, after: after.inputSchema, at: '/inputSchema', tool: after.name }),
    ...outputChanges(before, after),
  ]
  return found
}

function textChanges(before: SubjectTool, after: SubjectTool): Change[] {
  return (['title', 'description'] as const)
    .filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
    .map((field) => ({ tool: after.name, at: `/${field}`, kind: 'changed', what: `has another ${field}` }))
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** A hint decides whether a person is asked: whoever said yes to the tool said it to the old hint. */
function hintChanges(
  { annotations: before = {} }: SubjectTool,
  { name, annotations: after = {} }: SubjectTool,
): Change[] {
  return hints
    .filter((hint) => before[hint] !== after[hint])
    .map((hint) => ({
      tool: name,
      at: `/annotations/${hint}`,
      kind: 'broken',
      what: `says ${hint}: ${String(after[hint] ?? 'nothing')} where it said ${String(before[hint] ?? 'nothing')}`,
    }))
}

interface Sides {
  readonly before: unknown
  readonly after: unknown
  readonly at: string
  readonly tool: string
}

/** What a caller of before may no longer send. */
function inputChanges({ before, after, at, tool }: Sides): Change[] {
  if (!isObject(before) || !isObject(after))
    return sameOr({ before, after, at, tool }, 'broken', 'takes something else')
  const change = (kind: Change['kind'], what: string, place = at): Change => ({ tool, at: place, kind, what })
  const [old, present] = [propertiesOf(before), propertiesOf(after)]
  const [needed, needs] = [requiredOf(before), requiredOf(after)]
  const name = at.split('/properties/').slice(1).join('.') || 'its arguments'
  const place = (property: string): string => `${at}/properties/${escape(property)}`
  return [
    ...Object.keys(old)
      .filter((key) => !Object.hasOwn(present, key))
      .map((key) => change('broken', `no longer takes ${key}`, place(key))),
    ...[...needs].filter((key) => !needed.has(key)).map((key) => change('broken', `now requires ${key}`, place(key))),
    ...Object.keys(present)
      .filter((key) => !Object.hasOwn(old, key) && !needs.has(key))
      .map((key) => change('grown', `also takes ${key}`, place(key))),
    ...narrowings(before, after).map((what) => change('broken', `${what} for ${name}`)),
    ...(before['description'] === after['description'] ? [] : [change('changed', `describes ${name} in other words`)]),
    ...Object.keys(present)
      .filter((key) => Object.hasOwn(old, key))
      .flatMap((key) => inputChanges({ before: old[key], after: present[key], at: place(key), tool })),
    ...(isObject(before['items']) || isObject(after['items'])
      ? inputChanges({ before: before['items'], after: after['items'], at: `${at}/items`, tool })
      : []),
  ]
}

const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const exact = [
  'pattern',
  'format',
  'const',
  'multipleOf',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  '$ref',
  'if',
  'then',
  'else',
]

/** What a schema takes no longer, in words. */
function narrowings(before: UnknownObject, after: UnknownObject): string[] {
  const isClosed = after['additionalProperties'] === false && before['additionalProperties'] !== false
  return [
    ...lostTypes(before, after),
    ...lostChoices(before['enum'], after['enum']),
    ...least.filter((key) => isMore(after[key], before[key])).map((key) => `wants ${key} ${String(after[key])}`),
    ...most.filter((key) => isLess(after[key], before[key])).map((key) => `wants ${key} ${String(after[key])}`),
    ...exact
      .filter((key) => after[key] !== undefined && !isSame(before[key], after[key]))
      .map((key) => `has another ${key}`),
    ...(isClosed ? ['refuses other names'] : []),
  ]
}

function lostTypes(before: UnknownObject, after: UnknownObject): string[] {
  const [types, kept] = [typesOf(before), typesOf(after)]
  const lost = types.filter((type) => !kept.includes(type) && !(type === 'integer' && kept.includes('number')))
  return kept.length > 0 && (types.length === 0 || lost.length > 0) ? [`takes ${kept.join(' or ')} only`] : []
}

function lostChoices(before: unknown, after: unknown): string[] {
  if (!Array.isArray(after)) return []
  const lost = Array.isArray(before) ? before.filter((choice) => !after.includes(choice)) : ['any other value']
  return lost.length === 0 ? [] : [`no longer takes ${lost.map(String).join(', ')}`]
}

/** Whether a lower bound is tighter than it was. */
function isMore(now: unknown, before: unknown): boolean {
  return typeof now === 'number' && (typeof before !== 'number' || now > before)
}

/** Whether an upper bound is tighter than it was. */
function isLess(now: unknown, before: unknown): boolean {
  return typeof now === 'number' && (typeof before !== 'number' || now < before)
}

/** What a client of before may no longer find. */
function outputChanges(
  { outputSchema: before }: SubjectTool,
  { name: tool, outputSchema: after }: SubjectTool,
): Change[] {
  const at = '/outputSchema'
  if (before === undefined) {
    return after === undefined ? [] : [{ tool, at, kind: 'grown', what: 'declares what it gives' }]
  }
  if (after === undefined) return [{ tool, at, kind: 'broken', what: 'no longer declares what it gives' }]
  if (!isObject(before) || !isObject(after))
    return sameOr({ before, after, at, tool }, 'broken', 'gives something else')
  const [needed, needs] = [requiredOf(before), requiredOf(after)]
  const [old, present] = [propertiesOf(before), propertiesOf(after)]
  const lost = [...needed].filter((key) => !needs.has(key))
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(present, key) && !needed.has(key))
  const altered = Object.keys(old).filter(
    (key) => Object.hasOwn(present, key) && !isSame(typesAt(old[key]), typesAt(present[key])),
  )
  const place = (key: string): string => `${at}/properties/${escape(key)}`
  const broken = [
    ...lost.map((key): Change => ({ tool, at: place(key), kind: 'broken', what: `no longer promises ${key}` })),
    ...gone.map((key): Change => ({ tool, at: place(key), kind: 'broken', what: `no longer gives ${key}` })),
    ...altered.map((key): Change => ({ tool, at: place(key), kind: 'broken', what: `gives ${key} as another type` })),
  ]
  return broken.length > 0 ? broken : sameOr({ before, after, at, tool }, 'changed', 'declares its result differently')
}

function typesAt(schema: unknown): string[] {
  return isObject(schema) ? typesOf(schema) : []
}

function sameOr({ before, after, at, tool }: Sides, kind: Change['kind'], what: string): Change[] {
  return isSame(before, after) ? [] : [{ tool, at, kind, what }]
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null)
}

function propertiesOf({ properties }: UnknownObject): UnknownObject {
  return isObject(properties) ? properties : {}
}

function requiredOf({ required }: UnknownObject): Set<string> {
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [])
}
