import { confusionText } from './confusability/confusion-text.ts'
import { findRequests } from './confusability/findability.ts'
import type { Findability } from './confusability/findability.ts'
import { similarPairs } from './confusability/pairs.ts'
import { swapTest } from './confusability/swap.ts'
import { quoted } from './phrase.ts'
import { requestsOf } from './requests.ts'
import type { Subject } from './subject.ts'

/** Two tools that are easily taken for each other, by name, with the words that tell them apart. */
export interface NamedPair {
  readonly a: string
  readonly b: string
  /** 0 never taken for each other, 1 the same words. */
  readonly score: number
  readonly apart: readonly string[]
}

/** What happened when two tools exchanged their descriptions. */
export interface NamedSwap {
  readonly a: string
  readonly b: string
  readonly noticed: 'requests' | 'name' | 'nothing'
  /** How many requests changed their winner, of how many that concern the two. */
  readonly flipped: number
  readonly asked: number
  readonly words: readonly string[]
}

/** Which tools of a server are taken for which. */
export interface Confusion extends Pick<Findability, 'top1' | 'top3' | 'confusion' | 'lost'> {
  readonly subject: string
  readonly requests: number
  readonly pairs: readonly NamedPair[]
  readonly swaps: readonly NamedSwap[]
  /** The confusion as a matrix in text; empty where nothing was lost. */
  readonly text: string
}

/** The least likeness that is worth a look; far below what is a finding. */
const worthALook = 0.85

export function confusionOf(subject: Subject): Confusion {
  const { name, tools } = subject
  const requests = requestsOf(subject)
  const found = findRequests(tools, requests)
  const { top1, top3, confusion, lost } = found
  const nameOf = (place: number): string => tools[place]?.name ?? ''
  const pairs = similarPairs(tools, { atLeast: worthALook })
  return {
    subject: name,
    requests: requests.length,
    top1,
    top3,
    confusion,
    lost,
    pairs: pairs.map(({ a, b, score, apart }) => ({ a: nameOf(a), b: nameOf(b), score, apart })),
    swaps: swapTest(tools, { requests }).map(({ a, b, noticed, flipped, asked, words }) => ({
      a: nameOf(a),
      b: nameOf(b),
      noticed,
      flipped,
      asked,
      words,
    })),
    text: confusionText(found),
  }
}

/** The same for a person. */
export function showConfusion({ subject, requests, top1, top3, lost, pairs, swaps, text }: Confusion): string {
  const blind = swaps.filter(({ noticed }) => noticed === 'nothing')
  return [
    `${subject} · ${requests} requests: ${percent(top1)} find their tool first, ${percent(top3)} among three`,
    ...(text === '' ? [] : [text]),
    ...lost.map(({ request, tool, wanted, to, words }) => {
      const by = words.length === 0 ? '' : ` by ${words.map((word) => quoted(word)).join(', ')}`
      return `  ${quoted(request)}: ${wanted ? 'for' : 'not for'} ${tool}, found ${to ?? 'nothing'}${by}`
    }),
    ...pairs.map(
      ({ a, b, apart }) =>
        `  ${a} ~ ${b}: ${apart.length === 0 ? 'no word tells them apart' : `apart by ${apart.join(', ')}`}`,
    ),
    ...blind.map(
      ({ a, b, asked }) => `  swap ${a} and ${b}: nothing notices${asked === 0 ? '' : ` (${asked} requests)`}`,
    ),
  ].join('\n')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
