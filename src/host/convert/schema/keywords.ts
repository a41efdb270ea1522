import { isObject } from '../../../tool/index.ts'

type Guard = (value: unknown) => boolean

const isString: Guard = (value) => typeof value === 'string'
const isBoolean: Guard = (value) => typeof value === 'boolean'
const isNumber: Guard = (value) => typeof value === 'number' && Number.isFinite(value)
const isCount: Guard = (value) => isNumber(value) && Number.isInteger(value) && Number(value) >= 0
const isList: Guard = (value) => Array.isArray(value)
const isChoice: Guard = (value) => Array.isArray(value) && value.length > 0
const isSchema: Guard = (value) => isObject(value) || isBoolean(value)
const isSchemaList: Guard = (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isSchemaMap: Guard = (value) => isObject(value) && Object.values(value).every(isSchema)
const isNames: Guard = (value) => Array.isArray(value) && value.every(isString)
const isAnything: Guard = () => true

const typeNames: ReadonlySet<unknown> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'])
const isType: Guard = (value) => (Array.isArray(value) && value.length > 0 ? value : [value]).every(isTypeName)

function isTypeName(value: unknown): boolean {
  return typeNames.has(value)
}

const isPattern: Guard = (value) => {
  try {
    return isString(value) && new RegExp(String(value), 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** What the keywords of draft 2020-12 may hold: providers refuse a request for one that holds something else. */
const guards: ReadonlyMap<string, Guard> = new Map(
  Object.entries({
    $ref: isString,
    title: isString,
    description: isString,
    default: isAnything,
    examples: isList,
    deprecated: isBoolean,
    type: isType,
    enum: isChoice,
    const: isAnything,
    format: isString,
    pattern: isPattern,
    minLength: isCount,
    maxLength: isCount,
    contentEncoding: isString,
    contentMediaType: isString,
    minimum: isNumber,
    maximum: isNumber,
    exclusiveMinimum: isNumber,
    exclusiveMaximum: isNumber,
    multipleOf: (value) => isNumber(value) && Number(value) > 0,
    properties: isSchemaMap,
    required: isNames,
    additionalProperties: isSchema,
    patternProperties: isSchemaMap,
    propertyNames: isSchema,
    minProperties: isCount,
    maxProperties: isCount,
    dependentRequired: (value) => isObject(value) && Object.values(value).every(isNames),
    dependentSchemas: isSchemaMap,
    prefixItems: isSchemaList,
    items: isSchema,
    minItems: isCount,
    maxItems: isCount,
    uniqueItems: isBoolean,
    contains: isSchema,
    minContains: isCount,
    maxContains: isCount,
    anyOf: isSchemaList,
    oneOf: isSchemaList,
    allOf: isSchemaList,
    not: isSchema,
    if: isSchema,
    then: isSchema,
    else: isSchema,
  }),
)

/** All that says something of a value or its meaning. */
export const standardKeywords: ReadonlySet<string> = new Set(guards.keys())

/** Whether a keyword is one of the draft, and holds what it may hold. */
export function isUsable(keyword: string, value: unknown): boolean {
  return guards.get(keyword)?.(value) === true
}

/** Keywords, with spaces between them. */
export function keywordSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}
