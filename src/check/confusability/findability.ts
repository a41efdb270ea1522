import type { DescribedTool } from './described-tool.ts'
import { createRanking } from './ranking.ts'
import type { Ranked, Ranking } from './ranking.ts'
import { isTelling } from './words.ts'

/** A request in a person's words, and the tool that should win it, or (`wanted: false`) leave it to others. */
export interface ToolRequest {
  readonly tool: string
  readonly request: string
  readonly wanted: boolean
}

/** What came of one request. */
export interface Found extends ToolRequest {
  /** The place of the tool, 1 the first; undefined where no word of the request leads to it or no such tool exists. */
  readonly rank: number | undefined
  /** The tools that came first, at most five. */
  readonly first: readonly { readonly tool: string; readonly score: number }[]
}

/** A request that another tool won, or that was won by a tool that should have left it. */
export interface Lost extends ToolRequest {
  /** Who won; undefined where no tool has any of its words. */
  readonly to: string | undefined
  /** The words of the request that decided it: the winner has them, or has them more. */
  readonly words: readonly string[]
  readonly rank: number | undefined
}

export interface Findability {
  readonly results: readonly Found[]
  /** The share of wanted requests that came first, 0 to 1; 1 where none is wanted. */
  readonly top1: number
  /** The same for the first three. */
  readonly top3: number
  /** How often requests for one tool went to another: rows only where something was lost. */
  readonly confusion: readonly { readonly wanted: string; readonly won: string; readonly count: number }[]
  readonly lost: readonly Lost[]
}

/**
 * Ranks the tools for each request by their words, as tool search over a long list does, and says which requests are lost,
 * to whom and by which words. A model reads better than that: a lost request is hard to find by its words, no more.
 */
export function findRequests(tools: readonly DescribedTool[], requests: readonly ToolRequest[]): Findability {
  const ranking = createRanking(tools)
  const answers = requests.map((asked) => answer(asked, ranking))
  const wanted = answers.filter(({ found }) => found.wanted)
  const lost = answers.flatMap(({ lost: one }) => (one === undefined ? [] : [one]))
  return {
    results: answers.map(({ found }) => found),
    top1: shareWithin(wanted, 1),
    top3: shareWithin(wanted, 3),
    confusion: confusionOf(lost),
    lost,
  }
}

interface Answer {
  readonly found: Found
  readonly lost: Lost | undefined
}

const shown = 5
const telling = 5

function answer(asked: ToolRequest, ranking: Ranking): Answer {
  const ranked = ranking.rank(asked.request)
  const at = ranked.findIndex(({ tool }) => tool === asked.tool)
  const rank = at === -1 ? undefined : at + 1
  const first = ranked.slice(0, shown).map(({ tool, score }) => ({ tool, score }))
  const found: Found = { ...asked, rank, first }
  const isLost = asked.wanted ? rank !== 1 : rank === 1
  return { found, lost: isLost ? lossOf(found, ranked) : undefined }
}

/** Against whom a request was decided, and by what: the winner's words, or for one that wins what it should not its own. */
function lossOf({ tool, request, wanted, rank }: Found, ranked: readonly Ranked[]): Lost {
  const [winner, second] = ranked
  const rival = wanted ? ranked.find((one) => one.tool === tool) : second
  const owned = rival?.words()
  const gains = Array.from(winner?.words() ?? [], ([word, part]) => ({ word, gain: part - (owned?.get(word) ?? 0) }))
  const words = gains
    .filter(({ word, gain }) => gain > 0 && isTelling(word))
    .toSorted((one, other) => other.gain - one.gain)
  return { tool, request, wanted, rank, to: winner?.tool, words: words.slice(0, telling).map(({ word }) => word) }
}

function shareWithin(answers: readonly Answer[], most: number): number {
  const within = answers.filter(({ found: { rank } }) => rank !== undefined && rank <= most)
  return answers.length === 0 ? 1 : within.length / answers.length
}

function confusionOf(lost: readonly Lost[]): Findability['confusion'] {
  const counts = new Map<string, { wanted: string; won: string; count: number }>()
  for (const { tool, to, wanted } of lost) {
    if (!wanted || to === undefined) continue
    const key = JSON.stringify([tool, to])
    counts.set(key, { wanted: tool, won: to, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return Array.from(counts.values()).toSorted((one, other) => other.count - one.count)
}
