import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import { problemsOf, tellProblem, unsupported, validatorOf } from '../tool/index.ts'
import type { SchemaObject, UnknownObject } from '../tool/index.ts'

/** What is wrong with a value, a line a problem; undefined where it fits. */
export type Misfit = (value: unknown) => readonly string[] | undefined

const known = new WeakMap<UnknownObject, Misfit>()

/**
 * The check of a schema that somebody else wrote, made once. Ours is used where it reads all keywords: it is faster and
 * its words are better. A schema that no validator reads forbids nothing: its server will say what it wants.
 */
export function misfitOf(schema: UnknownObject): Misfit {
  const misfit = known.get(schema) ?? (unsupported(schema).length === 0 ? ours(schema) : theirs(schema))
  known.set(schema, misfit)
  return misfit
}

function ours(schema: SchemaObject): Misfit {
  const fits = validatorOf(schema)
  return (value) =>
    fits(value) ? undefined : problemsOf(schema, value).map((problem) => tellProblem(problem, schema, 'the whole'))
}

function theirs(schema: UnknownObject): Misfit {
  try {
    const validate = new CfWorkerJsonSchemaValidator().getValidator<unknown>(schema)
    return (value) => {
      try {
        const { valid, errorMessage } = validate(value)
        return valid ? undefined : [errorMessage]
      } catch {
        // A reference that leads nowhere is only found where a value comes to it.
        return undefined
      }
    }
  } catch {
    return () => undefined
  }
}
