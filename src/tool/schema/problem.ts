import type { SchemaObject } from './schema.ts'

/** One reason why a value does not fit its schema. */
export interface Problem {
  /** The place in the value, from its root. */
  readonly path: readonly (string | number)[]
  /** Which keyword failed: `type`, `enum`, `required`, `additionalProperties`, `pattern`, … */
  readonly keyword: string
  /** The subschema that holds the keyword; of a union, what its branches have in common. */
  readonly schema: SchemaObject
  /** What was there; the object itself where a name is missing or refused. */
  readonly value: unknown
  /** The name that is missing (`required`, `dependentRequired`) or refused (`additionalProperties`, `propertyNames`). */
  readonly name?: string
  /** Beside a refused name: the names that exist. */
  readonly known?: readonly string[]
  /** `anyOf` and `oneOf`: the problems of each branch, nearest first, where no branch is the obvious one. */
  readonly branches?: readonly (readonly Problem[])[]
}

/** Collects problems while a value is walked: `path` is where the walk is. */
export interface Problems {
  readonly path: (string | number)[]
  readonly found: Problem[]
  /** What is collected describes one branch of a union; unions inside it are not spread out again. */
  readonly isBranch?: boolean
}

/** Whether a value fits. With `problems` it collects all of them; without, it stops at the first and allocates nothing. */
export type Check = (value: unknown, problems?: Problems) => boolean

const most = 1000

/** Records a problem at the current place; always false, so that a check may end with it. */
export function refuse(problems: Problems, problem: Omit<Problem, 'path'>): false {
  if (!isFull(problems)) problems.found.push({ path: [...problems.path], ...problem })
  return false
}

/** Whether there are more problems than anybody reads, so that looking for others is a waste. */
export function isFull(problems: Problems): boolean {
  return problems.found.length >= most
}
