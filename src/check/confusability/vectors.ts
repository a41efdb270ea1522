import { alphabet, vectorTable } from './vector-table.ts'

/** What is known of a word from the texts of the world. */
export interface KnownWord {
  /** How many words are more frequent. */
  readonly rank: number
  /** Where it stands among the meanings: of length 1. */
  readonly vector: Float32Array
}

const dimensions = 100
const shared = 4
const codes = new Map(Array.from(alphabet, (character, code) => [character, code]))
const known = new Map<string, KnownWord | undefined>()
const most = 100_000

/** What is known of a key as `wordsOf` gives it; undefined for a word that is rare or no English. */
export function knownWord(key: string): KnownWord | undefined {
  if (known.has(key)) return known.get(key)
  if (known.size === most) known.clear()
  const word = readWord(key)
  known.set(key, word)
  return word
}

function readWord(key: string): KnownWord | undefined {
  const line = lineOf(key)
  if (line === undefined) return undefined
  const rank = 2 ** ((codes.get(line[0]!) ?? 0) / 5)
  return { rank, vector: unit(numbersOf(line.slice(1))) }
}

/** How near two meanings are: 1 the same, 0 nothing in common, below 0 further apart than any two words. */
export function nearness(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!
  return sum
}

/** How near the vectors of a list are, by their places. They lie side by side: who compares many waits for memory. */
export function nearnessAmong(vectors: readonly Float32Array[]): (one: number, other: number) => number {
  const all = new Float32Array(vectors.length * dimensions)
  for (const [place, vector] of vectors.entries()) all.set(vector, place * dimensions)
  return (one, other) => {
    const from = one * dimensions
    const to = other * dimensions
    let [even, odd] = [0, 0]
    // Two sums that do not wait for each other.
    for (let at = 0; at < dimensions; at += 4) {
      even += all[from + at]! * all[to + at]! + all[from + at + 2]! * all[to + at + 2]!
      odd += all[from + at + 1]! * all[to + at + 1]! + all[from + at + 3]! * all[to + at + 3]!
    }
    return even + odd
  }
}

/** Brings a vector to the length 1, in place; nothing stays nothing. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(nearness(vector, vector))
  if (length > 0) for (let at = 0; at < vector.length; at += 1) vector[at]! /= length
  return vector
}

/** Halves the table until the line is found: to index all of its lines would take longer than all that is asked of it. */
function lineOf(key: string): string | undefined {
  const table = vectorTable()
  let low = 0
  let high = table.length
  while (low < high) {
    const start = table.lastIndexOf('\n', (low + high) >> 1) + 1
    const gap = table.indexOf(' ', start)
    const found = table.slice(start, gap)
    const end = gap + 2 + dimensions / shared
    if (found === key) return table.slice(gap + 1, end)
    if (found < key) low = end + 1
    else high = start - 1
  }
  return undefined
}

function numbersOf(written: string): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [place, character] of Array.from(written).entries()) {
    let code = codes.get(character) ?? 0
    for (let at = shared - 1; at >= 0; at -= 1) {
      vector[place * shared + at] = (code % 3) - 1
      code = Math.floor(code / 3)
    }
  }
  return vector
}
