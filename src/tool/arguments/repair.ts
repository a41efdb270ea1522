import { replaceAt } from '../json.ts'
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

/**
 * Reads what clients quote by mistake: JSON in a string where no string is wanted (`"42"`, `"true"`, `"[1]"`). A
 * parameter that takes strings is never parsed. Undefined unless the whole then fits its schema exactly.
 */
export function repair(schema: ObjectSchema, sent: unknown): Repair | undefined {
  let args = sent
  const places: Problem['path'][] = []
  for (let round = 0; round < rounds; round += 1) {
    const problems = problemsOf(schema, args)
    if (problems.length === 0) return { args, places }
    for (const { path, value, schema: wanted } of problems) {
      const parsed = typeof value === 'string' && !takesString(wanted, schema) ? parseJson(value) : undefined
      if (parsed === undefined) return undefined
      args = replaceAt(args, path, parsed)
      places.push(path)
    }
  }
  return problemsOf(schema, args).length === 0 ? { args, places } : undefined
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

/** Undefined for what is no JSON, and for a string in quotes, which is no other type. */
function parseJson(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? undefined : value
  } catch {
    return undefined
  }
}
