/** Whether a text is English as far as the rules about words can tell. What is not is left alone by them. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return false
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  if (latin / letters < 0.9) return false
  const words = text.toLowerCase().match(/[a-z']+/g) ?? []
  if (words.length < 4) return true
  const foreign = words.filter((word) => elsewhere.has(word)).length
  const english = words.filter((word) => little.has(word)).length
  return english >= foreign
}

const little = new Set(
  'a an the of to in for and or by with from is are be this that it its on at as all one if when not you your'.split(
    ' ',
  ),
)
const elsewhere = new Set(
  'le la les des une un du et ou de el los las una y por para con der die das und ein eine den zu il di che per o os as um uma no da do em'.split(
    ' ',
  ),
)

/** The first sentence of a description, without the markup before it. */
export function firstSentence(text: string): string {
  const trimmed = text.trim().replace(/^(?:#+\s*|[*_>-]+\s*|<[^>]+>\s*)+/, '')
  const end = /[.!?。！？](?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*#]|args:|returns:|parameters:))/i.exec(trimmed)
  return (end === null ? trimmed : trimmed.slice(0, end.index + 1)).trim()
}

/** How many words a text has; scripts without spaces count two characters as a word. */
export function countWords(text: string): number {
  const spaced = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+/gu)?.length ?? 0
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu)
  return spaced + Math.ceil((dense?.length ?? 0) / 2)
}

/** About how many tokens a model reads of a text: a quarter of its characters. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}
