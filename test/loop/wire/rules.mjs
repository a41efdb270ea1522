// What several providers refuse in the same way.
import Ajv2020 from 'ajv/dist/2020.js'

const meta = new Ajv2020({ strict: false }).getSchema('https://json-schema.org/draft/2020-12/schema')
export const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first text that a check gives. */
export function firstOf(values, check) {
  for (const [index, value] of values.entries()) {
    const found = check(value, index)
    if (found !== undefined) return found
  }
  return undefined
}

export function badSchema(schema) {
  if (!isObject(schema)) return 'it is not an object'
  return meta(schema) ? undefined : `${meta.errors[0].instancePath || '/'} ${meta.errors[0].message}`
}

export function doubleName(names) {
  return names.find((name, index) => names.indexOf(name) !== index)
}

/** Every schema in a schema, with the way to it. */
export function* schemasIn(schema, way = []) {
  if (!isObject(schema)) return
  yield { schema, way }
  for (const key of ['properties', '$defs', 'definitions', 'patternProperties'])
    if (isObject(schema[key]))
      for (const [name, member] of Object.entries(schema[key])) yield* schemasIn(member, [...way, key, name])
  for (const key of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
    yield* schemasIn(schema[key], [...way, key])
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    if (Array.isArray(schema[key]))
      for (const [index, member] of schema[key].entries()) yield* schemasIn(member, [...way, key, String(index)])
}

/** Why a data URL is not taken; `types` are those that are. */
export function badDataUrl(url, types) {
  if (url.startsWith('https:')) return undefined
  const found = /^data:([^;,]*);base64,([A-Za-z0-9+/]*={0,2})$/.exec(url)
  if (found === null) return 'Expected a base64-encoded data URL.'
  if (!types.includes(found[1])) return `Unsupported MIME type '${found[1]}'. Supported: ${types.join(', ')}.`
  return found[2] === '' ? 'The data is empty.' : undefined
}

/** A text in pieces, as it comes from a model. */
export function pieces(text = '') {
  return text.match(/[\s\S]{1,9}/gu) ?? []
}
