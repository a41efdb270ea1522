import type { JsonSchema, SchemaObject } from '../schema.ts'
import { isEqual, keyOf } from '../equal.ts'
import type { Compiler, Keyword } from '../keyword.ts'
import { assertion, isBoolean, isCount, isSchema, isSchemaList, keyword } from '../keyword.ts'
import type { Check } from '../problem.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4 */
export const arrays: readonly Keyword[] = [
  keyword({
    name: 'minItems',
    accepts: isCount,
    check: (limit, schema) => assertion('minItems', schema, (value) => !Array.isArray(value) || value.length >= limit),
  }),
  keyword({
    name: 'maxItems',
    accepts: isCount,
    check: (limit, schema) => assertion('maxItems', schema, (value) => !Array.isArray(value) || value.length <= limit),
  }),
  keyword({
    name: 'uniqueItems',
    accepts: isBoolean,
    check: (wanted, schema) =>
      wanted ? assertion('uniqueItems', schema, (value) => !Array.isArray(value) || isUnique(value)) : undefined,
  }),
  keyword({ name: 'prefixItems', accepts: isSchemaList, check: prefixItems }),
  keyword({ name: 'items', accepts: isSchema, check: items }),
]

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.1 */
function prefixItems(list: readonly JsonSchema[], _schema: SchemaObject, compiler: Compiler): Check {
  const checks = list.map((schema) => compiler.compile(schema))
  return (value, problems) => {
    if (!Array.isArray(value)) return true
    let holds = true
    for (let at = 0; at < checks.length && at < value.length; at += 1) {
      problems?.path.push(at)
      holds = checks[at]!(value[at], problems) && holds
      problems?.path.pop()
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}

/** What comes behind `prefixItems`. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2 */
function items(item: JsonSchema, schema: SchemaObject, compiler: Compiler): Check {
  const first = schema.prefixItems?.length ?? 0
  if (item === false) return assertion('items', schema, (value) => !Array.isArray(value) || value.length <= first)
  const check = compiler.compile(item)
  return (value, problems) => {
    if (!Array.isArray(value)) return true
    let holds = true
    for (let at = first; at < value.length; at += 1) {
      problems?.path.push(at)
      holds = check(value[at], problems) && holds
      problems?.path.pop()
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}

/** Few items are compared with each other, many by their keys, lest a long list take for ever. */
function isUnique(list: readonly unknown[]): boolean {
  if (list.length > 16) return new Set(list.map(keyOf)).size === list.length
  for (let left = 0; left < list.length; left += 1)
    for (let right = left + 1; right < list.length; right += 1) if (isEqual(list[left], list[right])) return false
  return true
}
