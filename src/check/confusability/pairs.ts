import type { DescribedTool } from './described-tool.ts'
import { weightOf } from './meaning.ts'
import { neighbours } from './neighbours.ts'
import { marksOf, readingOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { nearness, nearnessAmong, unit } from './vectors.ts'

/** Two tools that a reader could take for each other. */
export interface Pair {
  /** The place of one tool in the list. */
  readonly a: number
  /** The place of the other, later in the list. */
  readonly b: number
  /** How easily they are taken for each other: 0 never, 1 the same words. Not the share of readers that would. */
  readonly score: number
  /**
   * What their descriptions say of each other: `equal` words; one has no word that the other has not (`within`); or each
   * has words of its own (`beside`).
   */
  readonly descriptions: 'equal' | 'within' | 'beside'
  /** The words that tell them apart, those of `a` first. Empty: nothing does. */
  readonly apart: readonly string[]
  /** The same by side: what only `a` says and what only `b` says, the most telling first. */
  readonly only: { readonly a: readonly string[]; readonly b: readonly string[] }
  /** The words that both say, the most telling first. */
  readonly same: readonly string[]
}

export interface PairOptions {
  /** The least score that is told. Default `twinScore`. Equal descriptions are told whatever their score. */
  readonly atLeast?: number
}

/** From this score on a pair is told; below it most pairs are siblings that one word tells apart. */
export const twinScore = 0.93

/**
 * Whether a pair is worth a finding: two tools with one description, or with two of which one says nothing that the other
 * does not. Where each has words of its own, similarity is no fault.
 */
export function isTwin({ descriptions, score }: Pick<Pair, 'descriptions' | 'score'>): boolean {
  return descriptions === 'equal' || (descriptions === 'within' && score >= twinScore)
}

/**
 * The pairs of a list that are taken for each other most easily, the worst first. A pair in which one says how it differs
 * from the other, by its name, is none. Time grows with the tools, not with all their pairs: of a crowd with one
 * description each is paired with the next, of a crowd with nearly one each with some.
 */
export function similarPairs(tools: readonly DescribedTool[], { atLeast = twinScore }: PairOptions = {}): Pair[] {
  const readings = tools.map(readingOf)
  const found = new Map<number, Places>()
  for (const places of nearlyDescribed(readings, atLeast)) found.set(places[0] * tools.length + places[1], places)
  for (const places of equallyDescribed(readings)) found.set(places[0] * tools.length + places[1], places)
  const pairs = Array.from(found.values()).filter((places) => !isToldApart(tools, readings, places))
  return pairs
    .map((places) => pairOf(places, readings))
    .toSorted((one, other) => other.score - one.score || one.a - other.a || one.b - other.b)
}

/** The places of two tools in the list, the smaller first. */
type Places = readonly [a: number, b: number]

function* nearlyDescribed(readings: readonly Reading[], atLeast: number): Iterable<Places> {
  const meanings = readings.map(({ whole, gist }) => unit(whole.map((value, at) => value + gist[at]!)))
  const wholes = nearnessAmong(readings.map(({ whole }) => whole))
  const gists = nearnessAmong(readings.map(({ gist }) => gist))
  for (const [a, b] of neighbours(meanings)) {
    const whole = Math.max(0, wholes(a, b))
    if (whole < atLeast ** 2) continue
    const sight = alikeAtSight(whole, gists(a, b))
    if (sight < atLeast) continue
    const [one, other] = [readings[a]!, readings[b]!]
    if (siblings * sight < atLeast && areSiblings(one, other)) continue
    if (one.described.size === 0 || relation(one, other) !== 'equal') yield [a, b]
  }
}

/** Of a crowd with one description, each with the next. */
function* equallyDescribed(readings: readonly Reading[]): Iterable<Places> {
  const last = new Map<string, number>()
  for (const [at, { described }] of readings.entries()) {
    if (described.size === 0) continue
    const words = Array.from(described).toSorted().join(' ')
    const before = last.get(words)
    if (before !== undefined) yield [before, at]
    last.set(words, at)
  }
}

/** Siblings of which each names itself, as `delete_key` and `list_keys` do, are seldom taken for each other. */
const siblings = 0.95

/** How alike two readings are, 0 to 1: as a whole and at first sight. */
export function alikeness(one: Reading, other: Reading): number {
  const sight = alikeAtSight(nearness(one.whole, other.whole), nearness(one.gist, other.gist))
  return areSiblings(one, other) ? siblings * sight : sight
}

function alikeAtSight(whole: number, gist: number): number {
  return Math.sqrt(Math.max(0, whole) * Math.max(0, gist))
}

function areSiblings(one: Reading, other: Reading): boolean {
  return marksOf(one, other).length > 0 && marksOf(other, one).length > 0
}

function isToldApart(tools: readonly DescribedTool[], readings: readonly Reading[], [a, b]: Places): boolean {
  const names = (one: number, other: number): boolean =>
    readings[one]!.boundaries.some((sentence) => isNamed(tools[other]!.name, sentence))
  return names(a, b) || names(b, a)
}

/** Whether a text has a name that stands for itself, as part of no longer one. */
function isNamed(name: string, text: string): boolean {
  if (name === '') return false
  const parts = text.split(name)
  return parts.slice(1).some((after, at) => !/[\w-]$/.test(parts[at] ?? '') && !/^[\w-]/.test(after))
}

function pairOf([a, b]: Places, readings: readonly Reading[]): Pair {
  const [one, other] = [readings[a]!, readings[b]!]
  const only = { a: ownWords(one, other), b: ownWords(other, one) }
  const same = Array.from(one.words.keys()).filter((key) => other.words.has(key))
  return {
    a,
    b,
    score: alikeness(one, other),
    descriptions: relation(one, other),
    apart: [...only.a, ...only.b],
    only,
    same: shownOf(same, one),
  }
}

function relation({ described: one }: Reading, { described: other }: Reading): Pair['descriptions'] {
  const [isIn, holds] = [isWithin(one, other), isWithin(other, one)]
  if (isIn && holds) return 'equal'
  return isIn || holds ? 'within' : 'beside'
}

function isWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return Array.from(one).every((key) => other.has(key))
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
