import { knownWord, unit } from './vectors.ts'

const dimensions = 100

/** A word that the table does not have is as rare as its rarest, and counts half: its vector is a mere mark of it. */
const rarest = 40_000
const trust = 0.5

/** The more frequent a word is in the texts of the world, the less it tells. https://openreview.net/forum?id=SyK00v5xx */
const smoothing = 3e-3

/** How much a word tells of a text, 0 to 1. */
export function weightOf(key: string): number {
  const word = knownWord(key)
  const frequency = 1 / (((word?.rank ?? rarest) + 10) * 12)
  return (smoothing / (smoothing + frequency)) * (word === undefined ? trust : 1)
}

/** The meaning of words together: the mean of their vectors by weight, of length 1. */
export function meaningOf(keys: readonly string[]): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const key of keys) {
    const weight = weightOf(key)
    const vector = vectorOf(key)
    for (let at = 0; at < dimensions; at += 1) sum[at]! += weight * vector[at]!
  }
  return unit(sum)
}

const marks = new Map<string, Float32Array>()

/** The vector of a word of any language: a word that the table does not have is near itself and nothing else. */
export function vectorOf(key: string): Float32Array {
  const known = knownWord(key)?.vector ?? marks.get(key)
  if (known !== undefined) return known
  if (marks.size > 100_000) marks.clear()
  const mark = unit(direction(seedOf(key)))
  marks.set(key, mark)
  return mark
}

/** A direction that is the same for the same seed and nearly at right angles to those of others. */
export function direction(seed: number): Float32Array {
  const vector = new Float32Array(dimensions)
  let state = seed | 1
  for (let at = 0; at < dimensions; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    vector[at] = (state >>> 0) / 2 ** 32 - 0.5
  }
  return vector
}

function seedOf(key: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619)
  return hash
}
