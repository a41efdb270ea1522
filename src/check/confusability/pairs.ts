import type { DescribedTool } from './described-tool.ts'
import { weightOf } from './meaning.ts'
import { neighbours } from './neighbours.ts'
import { marksOf, readingOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { nearness, unit } from './vectors.ts'

/** Two tools that a reader could take for each other. */
export interface Pair {
  /** The place of one tool in the list. */
  readonly a: number
  /** The place of the other, later in the list. */
  readonly b: number
  /** How easily they are taken for each other: 0 never, 1 the same words. Not the share of readers that would. */
  readonly score: number
  /** The words that tell them apart, those of `a` first. Empty: nothing does. */
  readonly apart: readonly string[]
  /** The same by side: what only `a` says and what only `b` says, the most telling first. */
  readonly only: { readonly a: readonly string[]; readonly b: readonly string[] }
  /** The words that both say, the most telling first. */
  readonly same: readonly string[]
}

export interface PairOptions {
  /** The least score that is told. Default `twinScore`. */
  readonly atLeast?: number
}

/** From this score on two descriptions are a finding; below it most pairs are siblings that one word tells apart. */
export const twinScore = 0.94

/**
 * The pairs of a list that are taken for each other most easily, the worst first. A pair in which one says how it differs
 * from the other, by its name, is none. Time grows with the tools, not with all their pairs: of a crowd that says the same
 * each is paired with some.
 */
export function similarPairs(tools: readonly DescribedTool[], { atLeast = twinScore }: PairOptions = {}): Pair[] {
  const readings = tools.map(readingOf)
  const meanings = readings.map(({ whole, gist }) => unit(whole.map((value, at) => value + gist[at]!)))
  const pairs = new Map<number, Pair>()
  for (const [a, b] of neighbours(meanings)) {
    const [one, other] = [readings[a]!, readings[b]!]
    const score = alikeness(one, other, atLeast)
    const key = a * tools.length + b
    if (score < atLeast || pairs.has(key) || isToldApart(tools, readings, [a, b])) continue
    pairs.set(key, { a, b, score, ...compare(one, other) })
  }
  return Array.from(pairs.values()).toSorted(
    (one, other) => other.score - one.score || one.a - other.a || one.b - other.b,
  )
}

/** Siblings of which each names itself, as `delete_key` and `list_keys` do, are seldom taken for each other. */
const siblings = 0.95

/** How alike two readings are, 0 to 1: as a whole and at first sight. Where it cannot reach what is asked, 0. */
export function alikeness(one: Reading, other: Reading, atLeast = 0): number {
  const whole = Math.max(0, nearness(one.whole, other.whole))
  if (whole < atLeast ** 2) return 0
  const alike = Math.sqrt(whole * Math.max(0, nearness(one.gist, other.gist)))
  if (alike < atLeast) return 0
  return marksOf(one, other).length > 0 && marksOf(other, one).length > 0 ? siblings * alike : alike
}

function isToldApart(
  tools: readonly DescribedTool[],
  readings: readonly Reading[],
  [a, b]: readonly [number, number],
): boolean {
  const names = (one: number, other: number): boolean =>
    readings[one]!.boundaries.some((sentence) => sentence.includes(tools[other]!.name))
  return names(a, b) || names(b, a)
}

function compare(one: Reading, other: Reading): Pick<Pair, 'apart' | 'only' | 'same'> {
  const only = { a: ownWords(one, other), b: ownWords(other, one) }
  const same = Array.from(one.words.keys()).filter((key) => other.words.has(key))
  return { apart: [...only.a, ...only.b], only, same: shownOf(same, one) }
}

/** What only one of two says: first what it names itself by. */
function ownWords(one: Reading, other: Reading): string[] {
  const marks = marksOf(one, other)
  const others = Array.from(one.words.keys()).filter((key) => !other.words.has(key) && !marks.includes(key))
  return [...shownOf(marks, one), ...shownOf(others, one)]
}

function shownOf(keys: readonly string[], { words }: Reading): string[] {
  const sorted = keys.toSorted((one, other) => weightOf(other) - weightOf(one))
  return sorted.map((key) => words.get(key) ?? key)
}
