import { base64Of } from './bytes.ts'
import { isObject } from '../json.ts'
import type { UnknownObject } from '../json.ts'

/**
 * The JSON form of a value's outermost layer, by what the value is: bytes as base64, a bigint as decimals, a set as an
 * array, a map as an object (as pairs where a key is no string), anything with `toJSON` as that says. A date that is none
 * stays what it is, lest it become a null that fits.
 */
export function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return base64Of(value)
  if (value instanceof ArrayBuffer) return base64Of(new Uint8Array(value))
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return objectOf(value) ?? [...value]
  return speaksJson(value) ? plainOf(value.toJSON('')) : value
}

function speaksJson(value: object): value is { toJSON(key: string): unknown } {
  if (value instanceof Date && Number.isNaN(value.getTime())) return false
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

/** Whether a plain value is an array or an object, with others inside. */
export function isNested(plain: unknown): plain is readonly unknown[] | UnknownObject {
  return Array.isArray(plain) || (isObject(plain) && !(plain instanceof Date))
}

/** An own property, or a getter of the value's class; never what every object inherits. */
export function read(value: UnknownObject, name: string): unknown {
  if (Object.hasOwn(value, name)) return value[name]
  let holder: unknown = Object.getPrototypeOf(value)
  while (isObject(holder) && holder !== Object.prototype) {
    const property = Object.getOwnPropertyDescriptor(holder, name)
    if (property !== undefined) return property.get === undefined ? undefined : Reflect.get(value, name)
    holder = Object.getPrototypeOf(holder)
  }
  return undefined
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
