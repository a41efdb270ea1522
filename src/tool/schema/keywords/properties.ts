import { isObject } from '../../json.ts'
import type { JsonSchema, SchemaObject } from '../schema.ts'
import type { Compiler, Keyword } from '../keyword.ts'
import { isSchema, isSchemaMap, keyword } from '../keyword.ts'
import type { Check } from '../problem.ts'
import { refuse } from '../problem.ts'
import { isPattern, patternOf } from './pattern.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2 */
export const properties: readonly Keyword[] = [
  keyword({ name: 'properties', accepts: isSchemaMap, check: declared }),
  keyword({ name: 'patternProperties', accepts: isPatternMap, check: matching }),
  keyword({ name: 'additionalProperties', accepts: isSchema, check: additional }),
]

function declared(map: Readonly<Record<string, JsonSchema>>, _schema: SchemaObject, compiler: Compiler): Check {
  const names = Object.keys(map)
  const checks = Object.values(map).map((schema) => compiler.compile(schema))
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at]!
      if (!Object.hasOwn(value, name)) continue
      problems?.path.push(name)
      holds = checks[at]!(value[name], problems) && holds
      problems?.path.pop()
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}

function matching(map: Readonly<Record<string, JsonSchema>>, _schema: SchemaObject, compiler: Compiler): Check {
  const patterns = Object.keys(map).map(patternOf)
  const checks = Object.values(map).map((schema) => compiler.compile(schema))
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue
      problems?.path.push(name)
      for (let at = 0; at < patterns.length; at += 1)
        if (patterns[at]!.test(name)) holds = checks[at]!(value[name], problems) && holds
      problems?.path.pop()
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}

function additional(rest: JsonSchema, schema: SchemaObject, compiler: Compiler): Check | undefined {
  if (rest === true) return undefined
  const isKnown = knownNames(schema)
  if (rest === false) return closed(schema, isKnown)
  const check = compiler.compile(rest)
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (const name in value) {
      if (isKnown(name) || !Object.hasOwn(value, name)) continue
      problems?.path.push(name)
      holds = check(value[name], problems) && holds
      problems?.path.pop()
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}

function closed(schema: SchemaObject, isKnown: (name: string) => boolean): Check {
  const known = Object.keys(schema.properties ?? {})
  return (value, problems) => {
    if (!isObject(value)) return true
    let holds = true
    for (const name in value) {
      if (isKnown(name) || !Object.hasOwn(value, name)) continue
      if (problems === undefined) return false
      holds = refuse(problems, { keyword: 'additionalProperties', schema, value, name, known })
    }
    return holds
  }
}

function knownNames(schema: SchemaObject): (name: string) => boolean {
  const names = new Set(Object.keys(schema.properties ?? {}))
  const patterns = Object.keys(schema.patternProperties ?? {}).map(patternOf)
  if (patterns.length === 0) return (name) => names.has(name)
  return (name) => names.has(name) || isMatched(name, patterns)
}

function isMatched(name: string, patterns: readonly RegExp[]): boolean {
  for (let at = 0; at < patterns.length; at += 1) if (patterns[at]!.test(name)) return true
  return false
}

function isPatternMap(value: unknown): value is Readonly<Record<string, JsonSchema>> {
  return isSchemaMap(value) && Object.keys(value).every(isPattern)
}
