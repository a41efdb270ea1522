import type { JsonSchema, SchemaObject } from '../schema.ts'
import type { Compiler, Keyword } from '../keyword.ts'
import { isCount, isSchema, keyword } from '../keyword.ts'
import type { Check } from '../problem.ts'
import { refuse } from '../problem.ts'

/** `minContains` and `maxContains` mean something only beside `contains`. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.3 */
export const contains: readonly Keyword[] = [
  keyword({ name: 'contains', accepts: isSchema, check: containsCheck }),
  keyword({ name: 'minContains', accepts: isCount, check: () => undefined }),
  keyword({ name: 'maxContains', accepts: isCount, check: () => undefined }),
]

function containsCheck(item: JsonSchema, schema: SchemaObject, compiler: Compiler): Check {
  const check = compiler.compile(item)
  const { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY } = schema
  const tooFew = schema.minContains === undefined ? 'contains' : 'minContains'
  return (value, problems) => {
    if (!Array.isArray(value)) return true
    const count = countOf(value, check)
    if (count >= least && count <= most) return true
    const name = count < least ? tooFew : 'maxContains'
    return problems !== undefined && refuse(problems, { keyword: name, schema, value })
  }
}

function countOf(items: readonly unknown[], check: Check): number {
  let count = 0
  for (let at = 0; at < items.length; at += 1) if (check(items[at])) count += 1
  return count
}
