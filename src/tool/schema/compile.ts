import type { SchemaObject } from './schema.ts'
import { every, everyAfter } from './every.ts'
import type { Compiler } from './keyword.ts'
import { keywords } from './keyword-list.ts'
import type { Check } from './problem.ts'
import { refuse } from './problem.ts'
import { resolverOf, unsupported } from './support.ts'

const compilers = new WeakMap<SchemaObject, Compiler>()
const inOrder = [...keywords.values()]
const anything: Check = () => true
const nothing: Check = (value, problems) =>
  problems !== undefined && refuse(problems, { keyword: 'not', schema: { not: {} }, value })

/** Builds the checks of a schema and of all that is inside it. Throws a `TypeError` where the schema is not supported. */
export function compilerOf(root: SchemaObject): Compiler {
  const compiler = compilers.get(root) ?? createCompiler(root)
  compilers.set(root, compiler)
  return compiler
}

function createCompiler(root: SchemaObject): Compiler {
  const [first] = unsupported(root)
  if (first !== undefined) throw new TypeError(`The schema cannot be used: ${first} is not supported.`)
  const resolve = resolverOf(root)
  const built = new Map<SchemaObject, Check>()
  const compiler: Compiler = {
    run: { visits: 0, known: new Map() },
    resolve(reference) {
      const target = resolve(reference)
      if (target === undefined) throw new TypeError(`The reference ${JSON.stringify(reference)} leads nowhere.`)
      return target
    },
    compile(schema) {
      if (typeof schema === 'boolean') return schema ? anything : nothing
      const check = built.get(schema) ?? compile(schema, compiler)
      built.set(schema, check)
      return check
    },
  }
  return compiler
}

/** Begins a validation: nothing is known of any value. */
export function beginRun({ run }: Compiler): void {
  run.visits = 0
  if (run.known.size > 0) run.known.clear()
}

/** Where the type is wrong, the other keywords have nothing to say. */
function compile(schema: SchemaObject, compiler: Compiler): Check {
  const used = inOrder.filter(({ name }) => schema[name] !== undefined)
  const checks = used.flatMap((keyword) => keyword.check(schema, compiler) ?? [])
  const [type, ...others] = checks
  return schema.type === undefined || type === undefined ? every(checks) : everyAfter(type, others)
}
