import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import { nearest, problemsOf, tellProblem, unsupported, validatorOf } from '../tool/index.ts'
import type { Problem, SchemaObject, UnknownObject } from '../tool/index.ts'
import { shortly } from './shortly.ts'

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
  return (value) => (fits(value) ? undefined : told(problemsOf(schema, value), schema))
}

/** Of thousands nobody reads more. */
const mostTold = 10

function told(problems: readonly Problem[], schema: SchemaObject): readonly string[] {
  const lines = problems.slice(0, mostTold).map((problem) => tell(problem, schema))
  const rest = problems.length - mostTold
  return rest > 0 ? [...lines, `and ${rest} more`] : lines
}

function tell(problem: Problem, schema: SchemaObject): string {
  const { keyword, name, known: names = [] } = problem
  if (keyword !== 'additionalProperties' || name === undefined) return tellProblem(problem, schema, 'the whole')
  const near = nearest(name, names)
  const hint = near.length > 0 ? `, did you mean ${near.join(' or ')}?` : ''
  return `${shortly(name, longestName)} is not one of its names${hint}`
}

const longestName = 60

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
