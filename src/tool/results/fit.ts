import type { TextContent } from './content.ts'
import { text } from './content.ts'
import { isObject, replaceAt } from '../json.ts'
import type { JsonPath } from '../json.ts'

/** A value cut to size, and what a reader must know of it. */
export interface Fitted {
  readonly value: unknown
  readonly note: string
}

/** The longest part of a value that can be cut: a list by its items, a string by its end. */
interface Longest {
  readonly path: JsonPath
  readonly size: number
  readonly part: string | readonly unknown[]
}

const attempts = 20
/** Below this a string or list is left alone. */
const shortest = 64

/** Cuts the longest lists and texts of a JSON value until its JSON is within the limit. Undefined where that is vain. */
export function fit(value: unknown, limit: number): Fitted | undefined {
  const whole = JSON.stringify(value).length
  const cuts = new Map<string, string>()
  let fitted = value
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const size = JSON.stringify(fitted).length
    if (size <= limit) return { value: fitted, note: noteOf(whole, limit, [...cuts.values()]) }
    const longest = longestIn(fitted, [])
    if (longest === undefined) return undefined
    const share = Math.max(0, 1 - (size - limit * 0.95) / longest.size)
    const cut = longest.part.slice(0, Math.floor(longest.part.length * share))
    cuts.set(longest.path.join('.'), tell(longest, partAt(value, longest.path), cut.length))
    fitted = replaceAt(fitted, longest.path, cut)
  }
  return undefined
}

/** A text within the limit as it is; a longer one cut, and a note of what was left out. */
export function fitText(whole: string, limit: number): TextContent[] {
  if (whole.length <= limit) return [text(whole)]
  const kept = whole.slice(0, limit).toWellFormed()
  return [
    text(kept),
    text(`[cut: the first ${limit} of ${whole.length} characters are shown. Ask for less to see the rest.]`),
  ]
}

function noteOf(whole: number, limit: number, cuts: readonly string[]): string {
  return `[cut: the result was ${whole} characters, the limit is ${limit}. Left out: ${cuts.join('; ')}. Ask for less to see the rest.]`
}

function tell({ path, part }: Longest, original: unknown, kept: number): string {
  const total = typeof original === 'string' || Array.isArray(original) ? original.length : part.length
  const unit = typeof part === 'string' ? 'characters' : 'items'
  return `${total - kept} of ${total} ${unit}${path.length === 0 ? '' : ` of ${path.join('.')}`}`
}

/** Follows the largest part inwards while it outweighs the rest, so that many small items are cut by number. */
function longestIn(value: unknown, path: JsonPath): Longest | undefined {
  const size = JSON.stringify(value).length
  if (typeof value === 'string') return value.length > shortest ? { path, size, part: value } : undefined
  const members = membersOf(value)
    .map(([key, member]) => ({ key, member, weight: JSON.stringify(member).length }))
    .toSorted((one, other) => other.weight - one.weight)
  const own = Array.isArray(value) && value.length > 1 ? { path, size, part: value } : undefined
  for (const { key, member, weight } of members) {
    if (own !== undefined && weight < size / 2) return own
    const inner = longestIn(member, [...path, key])
    if (inner !== undefined) return inner
  }
  return own
}

function membersOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()]
  return isObject(value) ? Object.entries(value) : []
}

function partAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (part, step) => (Array.isArray(part) ? part[Number(step)] : isObject(part) ? part[step] : undefined),
    value,
  )
}
