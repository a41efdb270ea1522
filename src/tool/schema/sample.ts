import { resolveReference } from './reference.ts'
import { samplePattern } from './sample-pattern.ts'
import type { JsonSchema, SchemaObject, SchemaType } from './schema.ts'

const deepest = 8

/** A value that a schema most likely accepts: its own example, default or choice first, else the plainest there is. */
export function sampleOf(schema: JsonSchema, root: SchemaObject, depth = 0): unknown {
  if (typeof schema === 'boolean' || depth > deepest) return null
  const given = givenBy(schema)
  if (given !== undefined) return given
  const named = schema.$ref === undefined ? undefined : resolveReference(root, schema.$ref)
  const target = named ?? schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (target !== undefined) return sampleOf(target, root, depth + 1)
  return sampleType([schema.type ?? 'null'].flat()[0]!, schema, (part) => sampleOf(part, root, depth + 1))
}

function givenBy({ examples, enum: choices, ...schema }: SchemaObject): unknown {
  return examples?.[0] ?? schema.default ?? schema.const ?? choices?.[0]
}

function sampleType(type: SchemaType, schema: SchemaObject, sample: (part: JsonSchema) => unknown): unknown {
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return sampleNumber(schema)
    case 'string':
      return sampleString(schema)
    case 'array':
      return sampleList(schema, sample)
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? true)]),
      )
  }
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: SchemaObject): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf)
  if (least !== undefined) return Math.ceil(least / multipleOf) * multipleOf
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf)
  return most === undefined || most >= multipleOf ? multipleOf : Math.floor(most / multipleOf) * multipleOf
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'name@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/path',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
}

function sampleString({ format, pattern, contentEncoding, minLength = 0 }: SchemaObject): string {
  const shaped = formats[format ?? ''] ?? (pattern === undefined ? undefined : samplePattern(pattern))
  return shaped ?? (contentEncoding === undefined ? '…'.padEnd(minLength, '…') : 'AAAA')
}

function sampleList(
  { prefixItems = [], items = true, minItems = 0 }: SchemaObject,
  sample: (part: JsonSchema) => unknown,
): unknown[] {
  return Array.from({ length: minItems }, (_, index) => sample(prefixItems[index] ?? items))
}
