import { divide, sentencesOf } from './boundary.ts'
import type { DescribedTool } from './described-tool.ts'
import { meaningOf } from './meaning.ts'
import { parameterText } from './parameters.ts'
import { nearness } from './vectors.ts'
import { everyWordOf, isTelling, wordsOf } from './words.ts'

/** A tool as a request finds it. */
export interface Ranked {
  readonly tool: string
  /** How well it fits: around 1 has every word of the request. */
  readonly score: number
  /** What each word of the request, as written there, added to the score. */
  readonly words: () => ReadonlyMap<string, number>
}

export interface Ranking {
  /** All tools, the best first; equal ones in the order of the list. None where no tool has anything of the request. */
  readonly rank: (request: string) => readonly Ranked[]
  /** How well a tool fits that need not be of the list: its words weigh as they do there. */
  readonly fit: (request: string, tool: DescribedTool) => Ranked
}

/**
 * Ranks tools for requests. Words count by BM25, where name, title and first sentence count more and other forms of a word
 * count half; the meaning of the whole adds a little, for requests that share no word with their tool.
 */
export function createRanking(tools: readonly DescribedTool[]): Ranking {
  const documents = tools.map(documentOf)
  const rarity = rarityOf(documents)
  const length = documents.reduce((sum, document) => sum + document.length, 0) / documents.length
  const compare = (question: Question, document: Document): Ranked => scored(question, document, length)
  return {
    rank(request) {
      const question = questionOf(request, rarity)
      const ranked = documents.map((document) => compare(question, document))
      return ranked.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)
    },
    fit: (request, tool) => compare(questionOf(request, rarity), documentOf(tool)),
  }
}

/** How often a term stands in the fields of a tool, each counted by its weight. */
interface Document {
  readonly tool: string
  readonly terms: ReadonlyMap<string, number>
  readonly length: number
  readonly meanings: readonly Float32Array[]
}

function documentOf(tool: DescribedTool): Document {
  const { name, title = '' } = tool
  const text = divide(tool.description ?? '').plain
  const first = sentencesOf(text.trim())[0] ?? ''
  const fields: readonly (readonly [string, number])[] = [
    [name, 2],
    [title, 1],
    [first, 1],
    [text, 1],
    [parameterText(tool.inputSchema), 0.5],
  ]
  const terms = new Map<string, number>()
  let length = 0
  for (const [field, weight] of fields) {
    for (const { shown, key } of everyWordOf(field)) {
      for (const term of [exact(shown), key]) terms.set(term, (terms.get(term) ?? 0) + weight)
      length += weight
    }
  }
  return { tool: name, terms, length, meanings: [`${name} ${title} ${text}`, `${name} ${first}`].map(meaningOfText) }
}

/** A word as it stands, apart from the key that it shares with its other forms. */
function exact(shown: string): string {
  return `=${shown}`
}

function meaningOfText(text: string): Float32Array {
  return meaningOf(wordsOf(text).map(({ key }) => key))
}

/** How rare a term is among the documents. */
type Rarity = (term: string) => number

function rarityOf(documents: readonly Document[]): Rarity {
  const counts = new Map<string, number>()
  for (const { terms } of documents) for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => {
    const count = counts.get(term) ?? 0
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5))
  }
}

interface Question {
  /** Each term once; all weights together are 1. */
  readonly terms: readonly AskedTerm[]
  readonly meaning: Float32Array
}

/** A term, the word of the request that it comes from, and its weight. */
interface AskedTerm {
  readonly term: string
  readonly shown: string
  readonly weight: number
}

/** Another form of a word counts half: who says "list" seldom means one, who says "lists" seldom all. */
const otherForms = 0.5
/** Words that join a sentence are frequent and say nothing in a long list; in a short one they can be rare by chance. */
const joining = 0.2

function questionOf(request: string, rarity: Rarity): Question {
  const terms = new Map<string, AskedTerm>()
  for (const { shown, key } of everyWordOf(request)) {
    const telling = isTelling(shown) ? 1 : joining
    terms.set(exact(shown), { term: exact(shown), shown, weight: telling * rarity(exact(shown)) })
    if (!terms.has(key)) terms.set(key, { term: key, shown, weight: telling * otherForms * rarity(key) })
  }
  const total = Array.from(terms.values()).reduce((sum, { weight }) => sum + weight, 0)
  const shares = Array.from(terms.values(), (term) => ({ ...term, weight: term.weight / total }))
  return { terms: shares, meaning: meaningOfText(request) }
}

/** How soon more of the same word says nothing more, and how much a long text is held against a tool. */
const saturation = 1.2
const lengthCost = 0.75
const meaningShare = 0.15

function scored({ terms, meaning }: Question, document: Document, averageLength: number): Ranked {
  const cost = saturation * (1 - lengthCost + (lengthCost * document.length) / averageLength)
  const partOf = ({ term, weight }: AskedTerm): number => {
    const count = document.terms.get(term) ?? 0
    return (weight * count * (saturation + 1)) / (count + cost)
  }
  const byWords = terms.reduce((sum, term) => sum + partOf(term), 0)
  const byMeaning = document.meanings.reduce((sum, one) => sum + meaningShare * nearness(meaning, one), 0)
  const words = (): Map<string, number> => {
    const parts = new Map<string, number>()
    for (const term of terms) parts.set(term.shown, (parts.get(term.shown) ?? 0) + partOf(term))
    return parts
  }
  return { tool: document.tool, score: byWords + byMeaning, words }
}
