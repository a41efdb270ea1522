import type { JsonSchema, SchemaObject } from './schema.ts'
import { beginRun, compilerOf } from './compile.ts'
import type { Compiler } from './keyword.ts'
import type { Check, Problem, Problems } from './problem.ts'

export { unsupported } from './support.ts'
export type { Check, Problem } from './problem.ts'

const validators = new WeakMap<SchemaObject, Check>()
const anything: SchemaObject = {}
const nothing: SchemaObject = { not: {} }

/** The check of a schema. It is built at its first use, once; a schema that is not supported throws a `TypeError` then. */
export function validatorOf(schema: JsonSchema): Check {
  if (typeof schema === 'boolean') return validatorOf(schema ? anything : nothing)
  const validator = validators.get(schema) ?? lazily(schema)
  validators.set(schema, validator)
  return validator
}

/** All that keeps a value from fitting its schema, at once. */
export function problemsOf(schema: JsonSchema, value: unknown): readonly Problem[] {
  const problems: Problems = { path: [], found: [] }
  validatorOf(schema)(value, problems)
  return problems.found
}

function lazily(schema: SchemaObject): Check {
  let compiler: Compiler | undefined
  let check: Check | undefined
  return (value, problems) => {
    compiler ??= compilerOf(schema)
    check ??= compiler.compile(schema)
    beginRun(compiler)
    return check(value, problems)
  }
}
