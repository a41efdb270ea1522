import type { DescribedTool } from './described-tool.ts'
import type { ToolRequest } from './findability.ts'
import { similarPairs } from './pairs.ts'
import { parameterText } from './parameters.ts'
import { createRanking } from './ranking.ts'
import type { Ranked, Ranking } from './ranking.ts'
import { isTelling } from './words.ts'

/** What happened when two tools exchanged their descriptions. */
export interface Swap {
  readonly a: number
  readonly b: number
  /**
   * Who noticed: `requests` went to the other tool, or the `name` and the parameters fit the other description less, which
   * is a hint only; `nothing`: the descriptions do not depend on their tools.
   */
  readonly noticed: 'requests' | 'name' | 'nothing'
  /** How many requests changed their winner, of how many that concern the two. */
  readonly flipped: number
  readonly asked: number
  /** How much better each description fits its own name and parameters than the other's; 0 or less: no better. */
  readonly gain: number
  /** The words that noticed, the most telling first. */
  readonly words: readonly string[]
}

export interface SwapOptions {
  /** Places of the tools to exchange. Default: the pairs that are alike enough to be worth it. */
  readonly pairs?: readonly { readonly a: number; readonly b: number }[]
  /** Requests that name what each tool should win. Without them only names and parameters can notice. */
  readonly requests?: readonly ToolRequest[]
}

/** From this score on a pair is exchanged when none is named. */
const worthwhile = 0.75
/** The share of requests that must go elsewhere: of two that differ it is a half or more, of twins next to none. */
const noticeable = 0.25
const noticeableGain = 0.05

/** Exchanges the descriptions of two tools: does anything notice? */
export function swapTest(tools: readonly DescribedTool[], { pairs, requests = [] }: SwapOptions = {}): Swap[] {
  const ranking = createRanking(tools)
  const chosen = pairs ?? similarPairs(tools, { atLeast: worthwhile })
  return chosen.flatMap(({ a, b }) => {
    const [one, other] = [tools[a], tools[b]]
    return one === undefined || other === undefined ? [] : [{ a, b, ...exchange({ one, other }, requests, ranking) }]
  })
}

interface Two {
  readonly one: DescribedTool
  readonly other: DescribedTool
}

function exchange({ one, other }: Two, requests: readonly ToolRequest[], ranking: Ranking): Omit<Swap, 'a' | 'b'> {
  const swapped = { one: described(one, other), other: described(other, one) }
  const asked = requests.filter(({ tool, wanted }) => wanted && (tool === one.name || tool === other.name))
  const flips = asked.flatMap(({ request }) => {
    const before = duel(request, { one, other }, ranking)
    return before.winner === duel(request, swapped, ranking).winner ? [] : [before]
  })
  const { gain, words } = nameFit({ one, other }, ranking)
  const counts = { flipped: flips.length, asked: asked.length, gain }
  if (flips.length > 0 && flips.length >= noticeable * asked.length)
    return { noticed: 'requests', ...counts, words: strongest(flips.flatMap((flip) => flip.words)) }
  if (gain >= noticeableGain) return { noticed: 'name', ...counts, words: strongest(words) }
  return { noticed: 'nothing', ...counts, words: [] }
}

function described(tool: DescribedTool, { description }: DescribedTool): DescribedTool {
  return { ...tool, description }
}

type Gain = readonly [word: string, gain: number]

/** Which of two tools a request would choose, and the words that decide. */
function duel(request: string, { one, other }: Two, ranking: Ranking): { winner: string; words: readonly Gain[] } {
  const [first, second] = [ranking.fit(request, one), ranking.fit(request, other)]
  return first.score >= second.score
    ? { winner: one.name, words: gainsOf(first, second) }
    : { winner: other.name, words: gainsOf(second, first) }
}

/** Asks each description alone for what name and parameters of its tool say, and for what those of the other say. */
function nameFit({ one, other }: Two, ranking: Ranking): { gain: number; words: readonly Gain[] } {
  const sides = [
    [one, other],
    [other, one],
  ] as const
  const found = sides.map(([own, foreign]) => {
    const request = `${own.name} ${own.title ?? ''} ${parameterText(own.inputSchema)}`
    const [kept, given] = [own, foreign].map(({ description }) => ranking.fit(request, { name: '', description }))
    return { gain: kept!.score - given!.score, words: gainsOf(kept!, given!) }
  })
  return { gain: found.reduce((sum, { gain }) => sum + gain / 2, 0), words: found.flatMap(({ words }) => words) }
}

function gainsOf(winner: Ranked, loser: Ranked): Gain[] {
  const owned = loser.words()
  return Array.from(winner.words(), ([word, part]): Gain => [word, part - (owned.get(word) ?? 0)])
}

const shown = 5

function strongest(gains: readonly Gain[]): string[] {
  const sums = new Map<string, number>()
  for (const [word, gain] of gains) if (gain > 0 && isTelling(word)) sums.set(word, (sums.get(word) ?? 0) + gain)
  const sorted = Array.from(sums).toSorted(([, one], [, other]) => other - one)
  return sorted.slice(0, shown).map(([word]) => word)
}
