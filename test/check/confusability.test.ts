import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DescribedTool } from '../../src/check/confusability/described-tool.ts'
import { findRequests } from '../../src/check/confusability/findability.ts'
import { alikeness, isTwin, similarPairs } from '../../src/check/confusability/pairs.ts'
import type { Pair } from '../../src/check/confusability/pairs.ts'
import { readingOf } from '../../src/check/confusability/reading.ts'
import { swapTest } from '../../src/check/confusability/swap.ts'
import { githubRequests } from './confusability-requests.ts'

const folder = find(process.env['VERBNOUN_CASES'] ?? '../shared/cases')
const isMissing = !existsSync(join(folder, 'azure.jsonl'))
interface Labelled {
  readonly a: DescribedTool
  readonly b: DescribedTool
  /** 0 fine, 1 plausibly confusable, 2 clearly: one reader's first reading. */
  readonly y: number
}

describe.skipIf(isMissing)('on real tools, where there are some in VERBNOUN_CASES or ../shared/cases', () => {
  test('the score orders labelled pairs better than word vectors alone did (.76)', () => {
    const pairs = labelledPairs()
    expect(pairs).toHaveLength(180)
    expect(areaUnderCurve(pairs)).toBeGreaterThan(0.78)
  })

  test('twins among the labelled pairs are right seven times in ten', () => {
    const told = labelledPairs().filter(isTwin)
    const right = told.filter(({ isConfusable }) => isConfusable)
    expect(told.length).toBeGreaterThanOrEqual(9)
    expect(right.length / told.length).toBeGreaterThan(0.65)
  })

  test('a twin score that one half of the labelled pairs chose is right on the other more often than chance', () => {
    const { precision, chance } = crossValidated(labelledPairs())
    expect(chance).toBeCloseTo(28 / 180, 2)
    expect(precision).toBeGreaterThan(3 * chance)
  })

  test('twins are few on real servers', () => {
    const twins = ['livemcpbench', 'github', 'azure'].map((file) => {
      const tools = toolsOf(file)
      return similarPairs(tools).filter((pair) => isTwin(pair) && tools[pair.a]?.server === tools[pair.b]?.server)
        .length
    })
    expect(twins).toEqual([2, 3, 0])
  })

  test('the index finds what a comparison of all pairs finds', () => {
    for (const file of ['livemcpbench', 'github', 'azure']) {
      const tools = toolsOf(file)
      const found = similarPairs(tools, { atLeast: 0.85 }).filter(({ score }) => score >= 0.85)
      const all = allScores(tools).filter((score) => score >= 0.85)
      expect(found.length).toBeGreaterThanOrEqual(0.97 * all.length)
      expect(found.length).toBeLessThanOrEqual(all.length)
    }
  })

  test('requests find the tools of Azure better than BM25 does', () => {
    const tools = toolsOf('azure')
    const requests = azureRequests(tools)
    expect(requests).toHaveLength(947)
    const { top1, top3, confusion, lost } = findRequests(tools, requests)
    expect(top1).toBeGreaterThan(0.865)
    expect(top3).toBeGreaterThan(0.955)
    const plain = plainly(tools, requests)
    expect(plain.top1).toBeLessThan(top1 - 0.05)
    expect(plain.top3).toBeLessThan(top3 - 0.01)
    expect(confusion.reduce((sum, { count }) => sum + count, 0)).toBe(lost.length)
  })

  test('on the part of Azure that most weights were not chosen by, it is no worse', () => {
    const tools = toolsOf('azure')
    const kept = azureRequests(tools).filter(({ tool }) => !isForTuning(tool))
    expect(kept).toHaveLength(748)
    const { top1, top3 } = findRequests(tools, kept)
    expect(top1).toBeGreaterThan(0.875)
    expect(top3).toBeGreaterThan(0.96)
  })

  test('requests that one weight was compared on find the tools of GitHub better than BM25 does', () => {
    const requests = githubRequests.map(([tool, request]) => ({ tool, request, wanted: true }))
    const tools = toolsOf('github')
    const { top1, top3 } = findRequests(tools, requests)
    const plain = plainly(tools, requests)
    expect(top1).toBeGreaterThan(Math.max(0.6, plain.top1))
    expect(top3).toBeGreaterThan(Math.max(0.85, plain.top3))
  })

  test('requests notice when tools of Azure exchange their descriptions', () => {
    const tools = toolsOf('azure')
    const swaps = swapTest(tools, { pairs: similarPairs(tools, { atLeast: 0.8 }), requests: azureRequests(tools) })
    const silent = swaps.filter(({ noticed }) => noticed === 'nothing')
    expect(swaps.length).toBeGreaterThan(90)
    expect(silent.length / swaps.length).toBeLessThan(0.05)
  })

  test('what a name notices of an exchange orders labelled pairs, without any request', () => {
    const pairs: Labelled[] = JSON.parse(read('labelled_pairs.json'))
    const scored = pairs.map(({ a, b, y }) => {
      const [swap] = swapTest([a, b], { pairs: [{ a: 0, b: 1 }] })
      return { score: -(swap?.gain ?? 0), descriptions: 'beside' as const, isConfusable: y > 0 }
    })
    expect(areaUnderCurve(scored)).toBeGreaterThan(0.75)
  })
})

function find(named: string): string {
  const inside = resolve(named, 'check')
  return existsSync(inside) ? inside : resolve(named)
}

function toolsOf(file: string): (DescribedTool & { server: string })[] {
  const lines = readFileSync(join(folder, `${file}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line))
}

function azureRequests(tools: readonly DescribedTool[]): { tool: string; request: string; wanted: boolean }[] {
  const names = new Set(tools.map(({ name }) => name))
  const prompts: { tool: string; prompt: string }[] = JSON.parse(read('azure_e2e_prompts.json'))
  return prompts.flatMap(({ tool, prompt }) => (names.has(tool) ? [{ tool, request: prompt, wanted: true }] : []))
}

/**
 * A fifth of the requests, by the area of their tool, is what the weights were chosen by; only that of joining words was
 * compared on the others too.
 */
function isForTuning(tool: string): boolean {
  const area = tool.split('_')[0] ?? ''
  let hash = 7
  for (let at = 0; at < area.length; at += 1) hash = (hash * 31 + area.charCodeAt(at)) >>> 0
  return hash % 3 === 0
}

interface Scored {
  readonly score: number
  readonly descriptions: Pair['descriptions']
  readonly isConfusable: boolean
}

function labelledPairs(): Scored[] {
  const pairs: Labelled[] = JSON.parse(read('labelled_pairs.json'))
  return pairs.map(({ a, b, y }) => {
    const { score = 0, descriptions = 'beside' } = similarPairs([a, b], { atLeast: 0 })[0] ?? {}
    return { score, descriptions, isConfusable: y > 0 }
  })
}

function areaUnderCurve(pairs: readonly Scored[]): number {
  const confusable = pairs.filter(({ isConfusable }) => isConfusable)
  const fine = pairs.filter(({ isConfusable }) => !isConfusable)
  let sum = 0
  for (const one of confusable)
    for (const other of fine) sum += one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0
  return sum / (confusable.length * fine.length)
}

/** Halves the pairs in many ways; one half chooses the lowest twin score that is right seven times in ten. */
function crossValidated(pairs: readonly Scored[]): { precision: number; chance: number } {
  let state = 1
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff
  let told = 0
  let right = 0
  for (let round = 0; round < 200; round += 1) {
    const halves: [Scored[], Scored[]] = [[], []]
    for (const pair of pairs) halves[next() < 0.5 ? 0 : 1].push(pair)
    const above = twinsFrom(halves[1], bestScore(halves[0]))
    told += above.length
    right += above.filter(({ isConfusable }) => isConfusable).length
  }
  return { precision: right / told, chance: pairs.filter(({ isConfusable }) => isConfusable).length / pairs.length }
}

function bestScore(pairs: readonly Scored[]): number {
  const scores = pairs
    .map(({ score }) => score)
    .filter((score) => {
      const above = twinsFrom(pairs, score)
      return above.length >= 3 && above.filter(({ isConfusable }) => isConfusable).length / above.length >= 0.7
    })
  return Math.min(1, ...scores)
}

function twinsFrom(pairs: readonly Scored[], least: number): Scored[] {
  return pairs.filter(
    ({ descriptions, score }) => descriptions === 'equal' || (descriptions === 'within' && score >= least),
  )
}

function allScores(tools: readonly DescribedTool[]): number[] {
  const readings = tools.map(readingOf)
  return readings.flatMap((one, at) => readings.slice(at + 1).map((other) => alikeness(one, other)))
}

/** BM25 over name and description, each word of a request once: no stems, no titles, no meaning. */
function plainly(
  tools: readonly DescribedTool[],
  requests: readonly { tool: string; request: string }[],
): { top1: number; top3: number } {
  const texts = tools.map(({ name, description = '' }) => wordsIn(`${name.replaceAll('_', ' ')} ${description}`))
  const average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length
  const holders = new Map<string, number>()
  for (const text of texts) for (const word of new Set(text)) holders.set(word, (holders.get(word) ?? 0) + 1)
  const counts = texts.map((text) => {
    const count = new Map<string, number>()
    for (const word of text) count.set(word, (count.get(word) ?? 0) + 1)
    return { count, cost: 1.2 * (0.25 + (0.75 * text.length) / average) }
  })
  const ranks = requests.map(({ tool, request }) => {
    const asked = Array.from(new Set(wordsIn(request)), (word) => {
      const held = holders.get(word) ?? 0
      return { word, rarity: Math.log(1 + (texts.length - held + 0.5) / (held + 0.5)) }
    })
    const scores = counts.map(({ count, cost }) =>
      asked.reduce((sum, { word, rarity }) => {
        const often = count.get(word) ?? 0
        return sum + (rarity * often * 2.2) / (often + cost)
      }, 0),
    )
    const own = scores[tools.findIndex(({ name }) => name === tool)] ?? 0
    return scores.filter((score) => score > own).length
  })
  const share = (most: number): number => ranks.filter((rank) => rank < most).length / ranks.length
  return { top1: share(1), top3: share(3) }
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
