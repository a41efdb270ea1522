import { isObject } from '../../json.ts'
import type { UnknownObject } from '../../json.ts'
import type { JsonSchema, SchemaObject } from '../schema.ts'
import type { Compiler, Keyword } from '../keyword.ts'
import { assertion, isCount, isSchema, isSchemaMap, isStringList, isStringListMap, keyword } from '../keyword.ts'
import type { Check } from '../problem.ts'
import { refuse } from '../problem.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5 */
export const objects: readonly Keyword[] = [
  keyword({ name: 'required', accepts: isStringList, check: required }),
  keyword({
    name: 'minProperties',
    accepts: isCount,
    check: (limit, schema) => assertion('minProperties', schema, (value) => !isObject(value) || sizeOf(value) >= limit),
  }),
  keyword({
    name: 'maxProperties',
    accepts: isCount,
    check: (limit, schema) => assertion('maxProperties', schema, (value) => !isObject(value) || sizeOf(value) <= limit),
  }),
  keyword({ name: 'propertyNames', accepts: isSchema, check: propertyNames }),
  keyword({ name: 'dependentRequired', accepts: isStringListMap, check: dependentRequired }),
  keyword({ name: 'dependentSchemas', accepts: isSchemaMap, check: dependentSchemas }),
]

function required(names: readonly string[], schema: SchemaObject): Check {
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at]!
      if (Object.hasOwn(value, name)) continue
      if (problems === undefined) return false
      holds = refuse(problems, { keyword: 'required', schema, value, name })
    }
    return holds
  }
}

function sizeOf(value: UnknownObject): number {
  let size = 0
  for (const name in value) if (Object.hasOwn(value, name)) size += 1
  return size
}

function propertyNames(names: JsonSchema, schema: SchemaObject, compiler: Compiler): Check {
  const check = compiler.compile(names)
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (const name in value) {
      if (!Object.hasOwn(value, name) || check(name)) continue
      if (problems === undefined) return false
      holds = refuse(problems, { keyword: 'propertyNames', schema, value, name })
    }
    return holds
  }
}

function dependentRequired(map: Readonly<Record<string, readonly string[]>>, schema: SchemaObject): Check {
  const rules = Object.entries(map).flatMap(([name, names]) => names.map((needed) => ({ name, needed })))
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (let at = 0; at < rules.length; at += 1) {
      const { name, needed } = rules[at]!
      if (!Object.hasOwn(value, name) || Object.hasOwn(value, needed)) continue
      if (problems === undefined) return false
      holds = refuse(problems, { keyword: 'dependentRequired', schema, value, name: needed })
    }
    return holds
  }
}

function dependentSchemas(map: Readonly<Record<string, JsonSchema>>, _schema: SchemaObject, compiler: Compiler): Check {
  const rules = Object.entries(map).map(([name, schema]) => ({ name, check: compiler.compile(schema) }))
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (let at = 0; at < rules.length; at += 1) {
      const { name, check } = rules[at]!
      if (Object.hasOwn(value, name)) holds = check(value, problems) && holds
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}
