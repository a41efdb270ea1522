/** How many parts of a value are told. */
const partLimit = 20_000

interface Walk {
  readonly change: (text: string) => string
  readonly isBytes: (key: string, object: object) => boolean
  readonly within: Set<object>
  parts: number
}

/**
 * A copy of whatever there is as JSON holds it, with each text in it changed, names of members too. An `Error` is its
 * name and message, a `Map` its entries by their keys, a `Set` its members. Never throws; what is endless is cut.
 */
export function plainData(value: unknown, change: (text: string) => string): unknown {
  try {
    return plain(value, { change, isBytes: () => false, within: new Set(), parts: partLimit }) ?? null
  } catch {
    return 'what was given cannot be shown'
  }
}

/** A copy of content with each text in it changed. Bytes in base64 stay as they are: they only look like texts. */
export function mapContent<Value>(content: Value, change: (text: string) => string): Value
export function mapContent(content: unknown, change: (text: string) => string): unknown {
  return plain(content, { change, isBytes, within: new Set(), parts: Infinity })
}

function isBytes(key: string, object: object): boolean {
  return key === 'blob' || (key === 'data' && 'mimeType' in object)
}

function plain(value: unknown, walk: Walk): unknown {
  walk.parts -= 1
  switch (typeof value) {
    case 'string':
      return walk.change(value)
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : once(value, walk)
    case 'symbol':
    case 'function':
      return undefined
    case 'boolean':
    case 'number':
    case 'undefined':
      return value
  }
}

function once(value: object, walk: Walk): unknown {
  if (walk.within.has(value) || walk.parts < 0) return '…'
  walk.within.add(value)
  const copy = members(value, walk)
  walk.within.delete(value)
  return copy
}

function members(value: object, walk: Walk): unknown {
  if (value instanceof Error) return plain({ name: value.name, message: value.message }, walk)
  if (value instanceof Map)
    return byName(
      [...value].map(([key, member]) => [String(key), member]),
      value,
      walk,
    )
  if (value instanceof Set || Array.isArray(value)) return Array.from(value, (item) => plain(item, walk) ?? null)
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON(), walk)
  return byName(Object.entries(value), value, walk)
}

function byName(entries: readonly [string, unknown][], object: object, walk: Walk): object {
  const told = entries.flatMap(([key, member]): [string, unknown][] => {
    if (walk.parts < 0) return []
    const copy = walk.isBytes(key, object) ? member : plain(member, walk)
    return copy === undefined ? [] : [[walk.change(key), copy]]
  })
  return Object.fromEntries(told)
}
