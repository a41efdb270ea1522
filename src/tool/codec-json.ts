import { base64Of } from './codec-bytes.ts'

/**
 * The JSON form of a value's outermost layer, by what the value is: bytes as base64, a bigint as decimals, a set as an
 * array, a map as an object (as pairs where a key is no string), anything with `toJSON` as that says.
 */
export function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return base64Of(value)
  if (value instanceof ArrayBuffer) return base64Of(new Uint8Array(value))
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return objectOf(value) ?? [...value]
  return 'toJSON' in value && typeof value.toJSON === 'function' ? plainOf(value.toJSON('')) : value
}

/** Whether JSON has no place for a value, so that a property which holds it is left out. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

/** Sets an own property, whatever its name. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else target[name] = value
}

function objectOf(map: ReadonlyMap<unknown, unknown>): Record<string, unknown> | undefined {
  const object: Record<string, unknown> = {}
  for (const [key, value] of map) {
    if (typeof key !== 'string') return undefined
    put(object, key, value)
  }
  return object
}
