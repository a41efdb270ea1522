import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Readonly<Record<string, unknown>>

/**
 * What providers refuse, written from their documents and error texts and not from our profiles. Gives what is wrong
 * with a schema, a line a problem.
 */
export function refusals(id: string, schema: Schema, isStrict: boolean): readonly string[] {
  const places = placesOf(schema, '#')
  const checks = [rootRefusals, ...(isStrict ? strictChecks[id]! : looseChecks[id]!)]
  return [...invalid(schema), ...places.flatMap((place) => checks.flatMap((check) => check(place)))]
}

interface Place {
  readonly schema: Schema
  readonly at: string
}

type Check = (place: Place) => readonly string[]

const ajv = new Ajv2020({ strict: false, validateFormats: false })

function invalid(schema: Schema): readonly string[] {
  return ajv.validateSchema(schema) === true ? [] : [`it is no schema: ${ajv.errorsText()}`]
}

const has = (schema: Schema, names: string): readonly string[] => names.split(' ').filter((name) => name in schema)
const entries = (value: unknown): [string, unknown][] => Object.entries(value ?? {})
const typesIn = ({ type }: Schema): readonly unknown[] => [type].flat()

function rootRefusals({ schema, at }: Place): readonly string[] {
  if (at !== '#') return []
  const names = has(schema, 'oneOf anyOf allOf not enum const $ref')
  return [
    ...names.map((name) => `${name} at the root`),
    ...(schema['type'] === 'object' ? [] : ['the root is no object']),
  ]
}

const needsItems: Check = ({ schema, at }) =>
  typesIn(schema).includes('array') && !('items' in schema) ? [`${at}: array schema missing items`] : []

const propertyNames =
  (pattern: RegExp): Check =>
  ({ schema, at }) =>
    entries(schema['properties']).flatMap(([name]) => (pattern.test(name) ? [] : [`${at}: property "${name}"`]))

const onlyKeywords =
  (names: string): Check =>
  ({ schema, at }) =>
    Object.keys(schema).flatMap((name) => (names.split(' ').includes(name) ? [] : [`${at}: unknown name ${name}`]))

const typed: Check = ({ schema, at }) =>
  'type' in schema || 'anyOf' in schema || '$ref' in schema ? [] : [`${at}: schema must have a type`]

const closed: Check = ({ schema, at }) =>
  typesIn(schema).includes('object') && schema['additionalProperties'] !== false ? [`${at}: must be closed`] : []

const allRequired: Check = ({ schema, at }) => {
  if (!typesIn(schema).includes('object')) return []
  const required = (schema['required'] ?? []) as readonly string[]
  return entries(schema['properties']).flatMap(([name]) =>
    required.includes(name) ? [] : [`${at}: ${name} not required`],
  )
}

const noReferences: Check = ({ schema, at }) => has(schema, '$ref $defs').map((name) => `${at}: ${name}`)

const formats =
  (names: string): Check =>
  ({ schema, at }) =>
    'format' in schema && !names.split(' ').includes(String(schema['format'])) ? [`${at}: format`] : []

const lone =
  (keyword: string): Check =>
  ({ schema, at }) =>
    keyword in schema && Object.keys(schema).length > 1 ? [`${at}: other fields alongside ${keyword}`] : []

const scalarEnums: Check = ({ schema, at }) =>
  ((schema['enum'] ?? []) as unknown[]).some((value) => typeof value === 'object' && value !== null)
    ? [`${at}: enum`]
    : []

const geminiEnums: Check = ({ schema, at }) => {
  if (!('enum' in schema)) return []
  const values = schema['enum'] as unknown[]
  return schema['type'] === 'string' && values.every((value) => typeof value === 'string' && value !== '')
    ? []
    : [`${at}: enum only allowed for STRING type`]
}

const geminiTypes: Check = ({ schema, at }) => [
  ...(Array.isArray(schema['type']) ? [`${at}: type is a list`] : []),
  ...((schema['required'] ?? []) as string[]).flatMap((name) =>
    entries(schema['properties']).some(([known]) => known === name) ? [] : [`${at}: required ${name} is not defined`],
  ),
]

const smallMinItems: Check = ({ schema, at }) => (Number(schema['minItems'] ?? 0) > 1 ? [`${at}: minItems`] : [])

const noUnusual =
  (names: string): Check =>
  ({ schema, at }) =>
    has(schema, names).map((name) => `${at}: ${name} is not supported`)

const anthropicNames = propertyNames(/^[a-zA-Z0-9_.-]{1,64}$/)
const looseChecks: Readonly<Record<string, readonly Check[]>> = {
  anthropic: [anthropicNames],
  bedrock: [anthropicNames, noReferences],
  'openai-chat': [needsItems],
  'openai-responses': [needsItems],
  gemini: [
    onlyKeywords(
      'type format title description nullable enum items minItems maxItems properties required anyOf minimum maximum minLength maxLength pattern',
    ),
    propertyNames(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/),
    formats('date-time enum'),
    lone('anyOf'),
    typed,
    needsItems,
    geminiEnums,
    geminiTypes,
  ],
}

const openAiStrict: readonly Check[] = [
  onlyKeywords(
    '$ref $defs title description type enum const anyOf pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems properties required additionalProperties',
  ),
  formats('date-time time date duration email hostname ipv4 ipv6 uuid'),
  lone('$ref'),
  typed,
  closed,
  allRequired,
  needsItems,
  scalarEnums,
]
const strictChecks: Readonly<Record<string, readonly Check[]>> = {
  'openai-chat': openAiStrict,
  'openai-responses': openAiStrict,
  anthropic: [
    anthropicNames,
    closed,
    smallMinItems,
    scalarEnums,
    formats('date-time time date duration email hostname uri ipv4 ipv6 uuid'),
    noUnusual(
      'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems uniqueItems patternProperties not if then else oneOf dependentRequired dependentSchemas',
    ),
  ],
}

/** A schema and all in it. Names of properties are not keywords. */
function placesOf(schema: Schema, at: string): readonly Place[] {
  const one = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
  const list = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
  const map = ['properties', '$defs', 'patternProperties', 'dependentSchemas']
  const inner = [
    ...one.map((name): [string, unknown] => [name, schema[name]]),
    ...[...list, ...map].flatMap((name) =>
      entries(schema[name]).map(([key, part]): [string, unknown] => [`${name}/${key}`, part]),
    ),
  ]
  const inside = inner.flatMap(([name, part]) =>
    typeof part === 'object' && part !== null ? placesOf(part as Schema, `${at}/${name}`) : [],
  )
  return [{ schema, at }, ...inside]
}
