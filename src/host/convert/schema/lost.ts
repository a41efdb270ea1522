import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'
import { brief, counted, cut, row } from './brief.ts'
import { mustFit, tellIf, tellNot } from './conditions.ts'

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

type Tell = (value: unknown, schema: UnknownObject) => string | undefined

const words: ReadonlyMap<string, Tell> = new Map<string, Tell>(
  Object.entries<Tell>({
    minimum: (value) => `at least ${brief(value)}`,
    maximum: (value) => `at most ${brief(value)}`,
    exclusiveMinimum: (value) => `more than ${brief(value)}`,
    exclusiveMaximum: (value) => `less than ${brief(value)}`,
    multipleOf: (value) => `a multiple of ${brief(value)}`,
    minLength: (value) => `at least ${counted(value, 'character')}`,
    maxLength: (value) => `at most ${counted(value, 'character')}`,
    pattern: (value) => `must match the pattern ${cut(String(value))}`,
    format: (value) => `format: ${String(value)}`,
    contentEncoding: (value) => `encoded as ${String(value)}`,
    contentMediaType: (value) => `media type: ${String(value)}`,
    minItems: (value) => `at least ${counted(value, 'item')}`,
    maxItems: (value) => `at most ${counted(value, 'item')}`,
    uniqueItems: (value) => (value === true ? 'no item twice' : undefined),
    prefixItems: (value) => `its items must fit these JSON Schemas, in this order: ${brief(value)}`,
    contains: (value, { minContains, maxContains }) => mustFit(someItems(minContains, maxContains), value),
    minProperties: (value) => `at least ${counted(value, 'property', 'properties')}`,
    maxProperties: (value) => `at most ${counted(value, 'property', 'properties')}`,
    propertyNames: (value) => mustFit('the name of each property', value),
    patternProperties: (value) =>
      each(value, (pattern, part) => mustFit(`a property whose name matches ${cut(pattern)}`, part)),
    additionalProperties: (value) =>
      isObject(value) ? `other properties may be given: ${mustFit('the value of each', value)}` : undefined,
    dependentRequired: (value) => each(value, (name, required) => withName(name, { required })),
    dependentSchemas: (value) => each(value, withName),
    default: (value) => `default: ${brief(value)}`,
    examples: (value) =>
      Array.isArray(value) && value.length > 0 ? `for example ${row(value.slice(0, 3))}` : undefined,
    enum: (value) => (Array.isArray(value) ? `one of ${row(value)}` : undefined),
    const: (value) => `always ${brief(value)}`,
    deprecated: (value) => (value === true ? 'deprecated' : undefined),
    not: (value) => tellNot(value, 'it'),
    oneOf: (value) => `must fit exactly one of these JSON Schemas: ${brief(value)}`,
    anyOf: (value) => `must fit at least one of these JSON Schemas: ${brief(value)}`,
    if: (_, schema) => tellIf(schema, 'it'),
  }),
)

function someItems(least: unknown = 1, most?: unknown): string {
  if (least === 1 && most === undefined) return 'at least one item'
  return `each of at least ${brief(least)}${most === undefined ? '' : ` and at most ${brief(most)}`} items`
}

const mostEach = 20

function each(value: unknown, tell: (name: string, part: unknown) => string | undefined): string | undefined {
  const members = isObject(value) ? Object.entries(value) : []
  const told = members.slice(0, mostEach).flatMap(([name, part]) => tell(name, part) ?? [])
  const rest = members.length > mostEach ? [`and ${members.length - mostEach} more like these`] : []
  return told.length === 0 ? undefined : [...told, ...rest].join('; ')
}

function withName(name: string, then: unknown): string | undefined {
  return tellIf({ if: { required: [name] }, then }, 'it')
}
