import { divide, sentencesOf } from './boundary.ts'
import type { DescribedTool } from './described-tool.ts'
import { meaningOf } from './meaning.ts'
import { wordsOf } from './words.ts'

/** What a reader takes in of a tool. */
export interface Reading {
  /** The words of name, title and description: how each was written first, by key. */
  readonly words: ReadonlyMap<string, string>
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
  const all = wordsOf(`${name} ${title} ${plain}`)
  const gist = wordsOf(`${name} ${sentencesOf(plain.trim())[0] ?? ''}`)
  const words = new Map<string, string>()
  for (const { key, shown } of all) if (!words.has(key)) words.set(key, shown)
  return { words, whole: meaningOf(all.map(keyOf)), gist: meaningOf(gist.map(keyOf)), boundaries }
}

function keyOf({ key }: { readonly key: string }): string {
  return key
}
