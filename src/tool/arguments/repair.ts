import { isObject, parseJson } from '../json.ts'
import { resolveReference } from '../schema/reference.ts'
import type { JsonSchema, ObjectSchema, SchemaObject } from '../schema/schema.ts'
import { problemsOf } from '../schema/validate.ts'
import type { Problem } from '../schema/validate.ts'

/** Arguments that a client had quoted, and where. */
export interface Repair {
  readonly args: unknown
  readonly places: readonly Problem['path'][]
}

/** A quoted list may hold quoted numbers; deeper quoting is no accident of a client. */
const rounds = 3
/** More than this was not quoted by accident either. */
const most = 500

/**
 * Reads what clients quote by mistake: JSON in a string where no string is wanted (`"42"`, `"true"`, `"[1]"`). A
 * parameter that takes strings is never parsed. Undefined unless the whole then fits its schema exactly.
 */
export function repair(schema: ObjectSchema, sent: unknown): Repair | undefined {
  const first = problemsOf(schema, sent)
  if (!first.every((problem) => readingOf(problem, schema) !== undefined)) return undefined
  const holder: Holder = { args: copyOf(sent) }
  const places: Problem['path'][] = []
  for (let round = 0; round < rounds; round += 1) {
    const problems = problemsOf(schema, holder.args)
    if (problems.length === 0) return { args: holder.args, places }
    if (places.length + problems.length > most) return undefined
    for (const problem of problems) {
      const reading = readingOf(problem, schema)
      if (reading === undefined) return undefined
      put(holder, ['args', ...problem.path], reading)
      places.push(problem.path)
    }
  }
  return problemsOf(schema, holder.args).length === 0 ? { args: holder.args, places } : undefined
}

/** What the repaired arguments stand in, so that the whole of them can be replaced like any part. */
type Holder = Record<string, unknown>

/** What a string holds that was quoted; undefined where it may be a string, or is no JSON. */
function readingOf({ value, schema }: Problem, root: SchemaObject): unknown {
  return typeof value === 'string' && !takesString(schema, root) ? unquote(value) : undefined
}

function takesString(schema: JsonSchema, root: SchemaObject): boolean {
  if (typeof schema === 'boolean') return schema
  if (schema.$ref !== undefined) return takesString(resolveReference(root, schema.$ref) ?? true, root)
  if (schema.type !== undefined) return [schema.type].flat().includes('string')
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return branches.some((branch) => takesString(branch, root))
  const choices = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  return choices === undefined || choices.some((choice) => typeof choice === 'string')
}

/** Undefined for what is no JSON, for a string in quotes, which is no other type, and for a number that would change. */
function unquote(json: string): unknown {
  const value = parseJson(json)
  const isChanged = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'string' || isChanged ? undefined : value
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]))
}

/** Changes one place of a copy; every step there is an own member, because a problem was found behind it. */
function put(holder: Holder, path: Problem['path'], replacement: unknown): void {
  const last = path.at(-1) ?? ''
  const target = path.slice(0, -1).reduce<unknown>((part, step) => (isIndexable(part) ? part[step] : undefined), holder)
  if (isIndexable(target))
    Object.defineProperty(target, last, { value: replacement, writable: true, enumerable: true, configurable: true })
}

function isIndexable(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
