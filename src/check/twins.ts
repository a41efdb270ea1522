import { similarPairs } from './confusability/pairs.ts'
import type { Pair } from './confusability/pairs.ts'
import { listOf } from './phrase.ts'
import type { Observation } from './rule.ts'
import type { SubjectTool } from './subject.ts'
import { isEnglish } from './words/text.ts'

/** Two tools of a server that are easily taken for each other, each with a description in a language that is read. */
export interface Twins {
  readonly one: SubjectTool
  readonly other: SubjectTool
  readonly pair: Pair
  /** Whether their descriptions say the same words in the same order; an article or a bracket tells nobody anything. */
  readonly isSaidAlike: boolean
}

/** Searched once for all rules that ask. */
export function twinsOf(tools: readonly SubjectTool[]): readonly Twins[] {
  const known = found.get(tools) ?? search(tools)
  found.set(tools, known)
  return known
}

/** From here on a boundary would help; what is a twin is nearer. */
const near = 0.88

const found = new WeakMap<readonly SubjectTool[], readonly Twins[]>()

function search(tools: readonly SubjectTool[]): Twins[] {
  const read = tools.filter(({ description = '' }) => description.trim() !== '' && isEnglish(description))
  const gists = read.map(gistOf)
  return similarPairs(read, { atLeast: near }).flatMap((pair) => {
    const [one, other] = [read[pair.a], read[pair.b]]
    if (one === undefined || other === undefined || one.name === other.name) return []
    return [{ one, other, pair, isSaidAlike: gists[pair.a] === gists[pair.b] }]
  })
}

/** Tools that are described in the same words: found without comparing the others, which takes longer. */
export function samesOf(tools: readonly SubjectTool[]): Twins[] {
  const groups = new Map<string, SubjectTool[]>()
  for (const tool of tools) {
    const gist = gistOf(tool)
    const group = groups.get(gist)
    if (group === undefined) groups.set(gist, [tool])
    else group.push(tool)
  }
  groups.delete('')
  return Array.from(groups.values()).flatMap((group) => (group.length > 1 ? search(group) : []))
}

function gistOf({ description = '' }: SubjectTool): string {
  const words =
    description
      .toLowerCase()
      .replaceAll(/\(e?s\)/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !articles.has(word)).join(' ')
}

const articles = new Set(['a', 'an', 'the', 'this', 'that', 'given', 'specified'])

/** What there is to say of twins: always with the words that tell them apart. */
export function observeTwins({ one, other, pair }: Twins, consequence: string): Observation {
  const sides = [...sided(pair.only.a, one.name), ...sided(pair.only.b, other.name)]
  const words = sides.length === 0 ? 'no word tells them apart' : `only ${listOf(sides)} tells them apart`
  return {
    tool: other,
    at: '/description',
    message: `${other.name} and ${one.name} are described alike, ${words}; ${consequence}`,
    related: [{ message: one.name, ...(one.place !== undefined && { place: one.place }) }],
  }
}

function sided(words: readonly string[], name: string): string[] {
  return words.length === 0
    ? []
    : [
        `${words
          .slice(0, 3)
          .map((word) => JSON.stringify(word))
          .join(', ')} (${name})`,
      ]
}
