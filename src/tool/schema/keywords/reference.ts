import type { Compiler, Keyword, Run } from '../keyword.ts'
import { isSchemaMap, isString, keyword } from '../keyword.ts'
import type { Check } from '../problem.ts'
import { isFull } from '../problem.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1 */
export const references: readonly Keyword[] = [
  keyword({ name: '$ref', accepts: isString, check: (target, _schema, compiler) => follow(target, compiler) }),
  keyword({ name: '$defs', accepts: isSchemaMap, check: () => undefined }),
  keyword({ name: 'definitions', accepts: isSchemaMap, check: () => undefined }),
]

/**
 * Branches that share a recursive part try it once each on every level, which doubles with the depth. A run that has
 * followed this many references remembers what it found, and is then bounded by the sizes of schema and value.
 */
const patience = 1000

/** Looked up when it is first followed, so that a schema may refer to itself. */
function follow(target: string, compiler: Compiler): Check {
  const { run } = compiler
  let check: Check | undefined
  return (value, problems) => {
    check ??= compiler.compile(compiler.resolve(target))
    run.visits += 1
    if (run.visits < patience || typeof value !== 'object' || value === null) return check(value, problems)
    const known = knownOf(target, run)
    const holds = known.get(value) ?? check(value)
    known.set(value, holds)
    return holds || (problems !== undefined && !isFull(problems) && check(value, problems))
  }
}

function knownOf(target: string, run: Run): WeakMap<object, boolean> {
  const known = run.known.get(target) ?? new WeakMap<object, boolean>()
  run.known.set(target, known)
  return known
}
