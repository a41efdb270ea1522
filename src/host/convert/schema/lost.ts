import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'

/** What a keyword says, in words for a model, where the provider does not take it; undefined where it says nothing. */
export function inWords(keyword: string, value: unknown, schema: UnknownObject): string | undefined {
  return words.get(keyword)?.(value, schema)
}

/** A description with what it must say besides. */
export function describe(description: unknown, notes: readonly (string | undefined)[]): { description?: string } {
  const text = typeof description === 'string' ? description.trim() : ''
  const said = [...new Set(notes.filter((note) => note !== undefined))].join('; ')
  if (said === '') return text === '' ? {} : { description: text }
  return { description: text === '' ? said : `${text} (${said})` }
}

/** JSON of which a long one loses its end. */
export function brief(value: unknown): string {
  const json = JSON.stringify(value) ?? ''
  return json.length <= longest ? json : `${json.slice(0, longest).toWellFormed()}…`
}

/** Values in a row, of many the first ones. */
export function row(values: readonly unknown[]): string {
  const rest = values.length - mostInRow
  const shown = values.slice(0, mostInRow).map(brief)
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

const longest = 200
const mostInRow = 50

type Tell = (value: unknown, schema: UnknownObject) => string | undefined

const words: ReadonlyMap<string, Tell> = new Map<string, Tell>(
  Object.entries<Tell>({
    minimum: (value) => `at least ${brief(value)}`,
    maximum: (value) => `at most ${brief(value)}`,
    exclusiveMinimum: (value) => `more than ${brief(value)}`,
    exclusiveMaximum: (value) => `less than ${brief(value)}`,
    multipleOf: (value) => `a multiple of ${brief(value)}`,
    minLength: (value) => `at least ${brief(value)} characters`,
    maxLength: (value) => `at most ${brief(value)} characters`,
    pattern: (value) => `must match the pattern ${String(value).slice(0, longest).toWellFormed()}`,
    format: (value) => `format: ${String(value)}`,
    contentEncoding: (value) => `encoded as ${String(value)}`,
    contentMediaType: (value) => `media type: ${String(value)}`,
    minItems: (value) => `at least ${brief(value)} items`,
    maxItems: (value) => `at most ${brief(value)} items`,
    uniqueItems: (value) => (value === true ? 'no item twice' : undefined),
    prefixItems: (value) => `in this order: ${brief(value)}`,
    contains: (value) => `one of its items: ${brief(value)}`,
    minProperties: (value) => `at least ${brief(value)} names`,
    maxProperties: (value) => `at most ${brief(value)} names`,
    propertyNames: (value) => `its names: ${brief(value)}`,
    patternProperties: (value) => `names that match a pattern: ${brief(value)}`,
    additionalProperties: (value) =>
      isObject(value) ? `other names may be used, each for: ${brief(value)}` : undefined,
    dependentRequired: (value) => `what must come with what: ${brief(value)}`,
    dependentSchemas: (value) => `what holds with what: ${brief(value)}`,
    default: (value) => `default: ${brief(value)}`,
    examples: (value) =>
      Array.isArray(value) && value.length > 0 ? `for example ${row(value.slice(0, 3))}` : undefined,
    enum: (value) => (Array.isArray(value) ? `one of ${row(value)}` : undefined),
    const: (value) => `always ${brief(value)}`,
    deprecated: (value) => (value === true ? 'deprecated' : undefined),
    not: (value) => `must not fit ${brief(value)}`,
    oneOf: (value) => `must fit one of ${brief(value)}`,
    anyOf: (value) => `must fit one of ${brief(value)}`,
    if: (value, schema) => `if ${brief(value)} then ${brief(schema['then'] ?? {})} else ${brief(schema['else'] ?? {})}`,
  }),
)
