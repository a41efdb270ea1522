import { isObject } from './json.ts'

/**
 * The canonical JSON of a value: the same text for the same data, whatever the order of keys or the spelling of
 * numbers. https://www.rfc-editor.org/rfc/rfc8785
 * Throws a `TypeError` for what JSON cannot hold: a lone surrogate, NaN, infinity, a bigint, a function, a cycle.
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set())
}

function write(value: unknown, open: Set<unknown>): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return writeString(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value !== 'object') throw new TypeError(`JSON holds no ${typeof value}.`)
  if (open.has(value)) throw new TypeError('JSON holds no cycle.')
  open.add(value)
  const json = Array.isArray(value) ? writeArray(value, open) : writeObject(value, open)
  open.delete(value)
  return json
}

function writeArray(values: readonly unknown[], open: Set<unknown>): string {
  return `[${Array.from(values, (item) => write(item, open)).join(',')}]`
}

/** Keys in the order of their UTF-16 code units, which is how `<` compares strings; an undefined member is absent. */
function writeObject(value: object, open: Set<unknown>): string {
  if (!isObject(value) || !isPlain(value)) throw new TypeError('JSON holds only plain objects and arrays.')
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((key) => `${writeString(key)}:${write(value[key], open)}`)
  return `{${members.join(',')}}`
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function writeString(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('JSON holds no lone surrogate.')
  return JSON.stringify(value)
}

/** JavaScript writes numbers as the RFC wants them, and −0 as 0. */
function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON holds no ${value}.`)
  return JSON.stringify(value)
}
