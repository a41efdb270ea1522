import type { DescribedTool } from './described-tool.ts'

/** Two tools that a reader could take for each other. */
export interface Pair {
  /** The place of one tool in the list. */
  readonly a: number
  /** The place of the other, later in the list. */
  readonly b: number
  /** How easily they are taken for each other: 0 never, 1 the same words. */
  readonly score: number
  /** The words that tell them apart, those of `a` first. Empty: nothing does. */
  readonly apart: readonly string[]
  /** The same by side: what only `a` says and what only `b` says. */
  readonly only: { readonly a: readonly string[]; readonly b: readonly string[] }
  /** The words that both say, the most telling first. */
  readonly same: readonly string[]
}

export interface PairOptions {
  /** The least score that is told. Default `twinScore`. */
  readonly atLeast?: number
}

/** From this score on two descriptions are a finding; below it most pairs are siblings that one word tells apart. */
export const twinScore = 0.8

/** The pairs of a list that are taken for each other most easily, the worst first. Time grows with the tools, not with all their pairs. */
export function similarPairs(_tools: readonly DescribedTool[], _options: PairOptions = {}): Pair[] {
  return []
}
