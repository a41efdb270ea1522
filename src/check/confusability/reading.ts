import { divide, sentencesOf } from './boundary.ts'
import type { DescribedTool } from './described-tool.ts'
import { meaningOf } from './meaning.ts'
import { wordsOf } from './words.ts'
import type { Word } from './words.ts'

/** What a reader takes in of a tool. */
export interface Reading {
  /** The words of name, title and description: how each was written first, by key. */
  readonly words: ReadonlyMap<string, string>
  /** The keys of the words of its name that its description takes up, shortened or not. */
  readonly marks: readonly string[]
  /** The keys of the words of its description, without those sentences. */
  readonly described: ReadonlySet<string>
  /** The meaning of the whole text. */
  readonly whole: Float32Array
  /** The meaning of the name and the first sentence. */
  readonly gist: Float32Array
  /** The sentences that draw a line to other tools; they are in nothing else. */
  readonly boundaries: readonly string[]
}

/** Reads a tool. */
export function readingOf({ name, title = '', description = '' }: DescribedTool): Reading {
  const { plain, boundaries } = divide(description)
  const named = wordsOf(name)
  const titled = wordsOf(title)
  const described = wordsOf(plain)
  const all = [...named, ...titled, ...described]
  const first = wordsOf(sentencesOf(plain.trim())[0] ?? '')
  const words = new Map<string, string>()
  for (const { key, shown } of all) if (!words.has(key)) words.set(key, shown)
  return {
    words,
    marks: takenUp(keysOf(named), keysOf(described)),
    described: new Set(keysOf(described)),
    whole: meaningOf(keysOf(all)),
    gist: meaningOf(keysOf([...named, ...first])),
    boundaries,
  }
}

/** The words by which one tool tells itself from another: its name and its description have them, the other does not. */
export function marksOf(one: Reading, other: Reading): string[] {
  return one.marks.filter((key) => !other.words.has(key))
}

function takenUp(named: readonly string[], described: readonly string[]): string[] {
  return Array.from(new Set(named)).filter((key) =>
    described.some((word) => word === key || (key.length > 2 && word.startsWith(key))),
  )
}

function keysOf(words: readonly Word[]): string[] {
  return words.map(({ key }) => key)
}
