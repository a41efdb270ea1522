import { keyOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { knownWord } from './vectors.ts'

/** A word of a text: as it was written, and the key under which its forms meet. */
export interface Word {
  readonly shown: string
  readonly key: string
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The words of a text that tell something, in their order. */
export function wordsOf(text: string): Word[] {
  return everyWordOf(text).filter(({ shown }) => isTelling(shown))
}

/** All words of a text in their order. Names in snake, kebab and camel case fall into their words. */
export function everyWordOf(text: string): Word[] {
  const runs = text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.flatMap(partsOf).map(wordOf)
}

/** `getURLOfUser` is get, URL, Of, User; what the table knows as one word stays whole: PostgreSQL, GitHub, YouTube. */
function partsOf(run: string): readonly string[] {
  if (unspaced.test(run)) return segmentsOf(run)
  if (!/\p{Lu}/u.test(run.slice(1))) return [run]
  const whole = run.toLowerCase()
  return knownWord(keyOf(whole)) === undefined && !names.has(whole) ? run.split(humps) : [run]
}

/** Names with humps that are too young or too rare for the table. */
const names = new Set(
  `postgresql mysql mongodb graphql gitlab openai sqlite nosql devops powershell onedrive sharepoint wordpress bigquery dynamodb
  cloudwatch opentelemetry openapi websocket oauth whatsapp tiktok paypal linkedin hubspot clickhouse mariadb redshift
  typescript nodejs nextjs chatgpt langchain youtube`.split(/\s+/),
)

/** Between two letters where the second begins a word: after a small letter, and before the last capital of several. */
const humps = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{L}))/u

let segmenter: Intl.Segmenter | undefined

function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

const known = new Map<string, Word>()
const most = 100_000

function wordOf(part: string): Word {
  const shown = part.toLowerCase()
  const before = known.get(shown)
  if (before !== undefined) return before
  if (known.size === most) known.clear()
  const word = { shown, key: keyOf(shown) }
  known.set(shown, word)
  return word
}

/** Whether a word, as shown, tells anything of what stands beside it. */
export function isTelling(shown: string): boolean {
  return !stopWords.has(shown) && (shown.length > 1 || unspaced.test(shown))
}
