// What both of OpenAI's APIs refuse in tools.
import { badSchema, doubleName, firstOf, isObject, schemasIn } from './rules.mjs'

const mostTools = 128
const unknownToStrict = ['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas']

/** Each with `name`, `parameters`, `strict`; `at` says where they stand. */
export function refuseFunctions(functions, at) {
  if (functions.length > mostTools)
    return `Invalid 'tools': array too long. Expected an array with maximum length ${mostTools}, but got an array with length ${functions.length} instead.`
  const double = doubleName(functions.map(({ name }) => name))
  if (double !== undefined) return `Invalid 'tools': function names must be unique, but '${double}' is there twice.`
  return firstOf(functions, (fn, index) => refuseFunction(fn, at(index)))
}

function refuseFunction({ name, parameters, strict }, at) {
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(name))
    return `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
  if (name.length > 64)
    return `Invalid '${at}.name': string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`
  const bad = badParameters(parameters, strict === true)
  return bad === undefined ? undefined : `Invalid schema for function '${name}': ${bad}`
}

function badParameters(schema, isStrict) {
  if (schema === undefined) return undefined
  if (schema?.type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${schema?.type}"'.`
  if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((key) => key in schema))
    return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
  const bad = badSchema(schema)
  if (bad !== undefined) return bad
  return firstOf([...schemasIn(schema)], ({ schema: inner, way }) => {
    const context = `In context=(${way.map((step) => `'${step}'`).join(', ')})`
    if (inner.type === 'array' && inner.items === undefined && inner.prefixItems === undefined)
      return `${context}, array schema missing items.`
    const strict = isStrict ? badForStrict(inner) : undefined
    return strict === undefined ? undefined : `${context}, ${strict}`
  })
}

function badForStrict(schema) {
  const unknown = unknownToStrict.find((key) => key in schema)
  if (unknown !== undefined) return `'${unknown}' is not permitted.`
  if (schema.type !== 'object' && !isObject(schema.properties)) return undefined
  if (schema.additionalProperties !== false) return "'additionalProperties' is required to be supplied and to be false."
  const missing = Object.keys(schema.properties ?? {}).find((key) => !(schema.required ?? []).includes(key))
  return missing === undefined
    ? undefined
    : `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
}

export const hasBearer = (headers) => /^Bearer (?!wrong$)./.test(headers.authorization ?? '')

/** Local endpoints want none. */
export const hasNoWrongBearer = (headers) => headers.authorization === undefined || hasBearer(headers)

export function openaiError(status, message) {
  const codes = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }
  const type = status === 429 ? 'requests' : status >= 500 ? 'server_error' : 'invalid_request_error'
  return { error: { message, type, param: null, code: codes[status] ?? null } }
}
