import { isObject } from '../json.ts'

/** Equality of JSON values: the order of an object's names does not count. https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left))
    return Array.isArray(right) && left.length === right.length && left.every((item, at) => isEqual(item, right[at]))
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  )
}

/** A text that two JSON values share exactly when they are equal. */
export function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf(value[name])}`).join()}}`
}
