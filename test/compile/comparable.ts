const unordered = new Set(['enum', 'type', 'anyOf', 'required'])

/** A schema in a form in which what says the same is equal: order and empty `properties` do not count. */
export function comparable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(comparable)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .filter(([key, value]) => !isEmptyProperties(key, value))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, unordered.has(key) ? sorted(value) : comparable(value)]),
  )
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(comparable(each))).toSorted() : value
}

function isEmptyProperties(key: string, value: unknown): boolean {
  return key === 'properties' && typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A schema as it is on the wire. */
export function withoutCodecs(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === 'x-codec' ? undefined : value))
  return text === undefined ? undefined : JSON.parse(text)
}
