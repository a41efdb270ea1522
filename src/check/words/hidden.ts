/** Never seen, whatever stands around them: zero width, fillers, overrides of direction, controls. */
const always =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u00AD\u115F\u1160\u180E\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu
const joiners = /[\u200C\u200D]/gu
const marks = /[\u200E\u200F\u061C]/gu
const tags = /[\u{E0000}-\u{E007F}]+/gu

/** Scripts and pictures that join with an invisible character. */
const joining =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]$/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const flag = /\u{1F3F4}$/u

/** The code points in a text that nobody sees, as `U+200B`, but for those that its script needs. */
export function hiddenIn(text: string): string[] {
  if (/^[\t\n\r\u0020-\u007E]*$/.test(text)) return []
  const found = [...text.matchAll(always)].map(([char]) => char)
  for (const { 0: char, index } of text.matchAll(joiners)) if (!joining.test(text.slice(0, index))) found.push(char)
  if (!rightToLeft.test(text)) found.push(...[...text.matchAll(marks)].map(([char]) => char))
  for (const { 0: run, index } of text.matchAll(tags)) if (!flag.test(text.slice(0, index))) found.push(run)
  return found.map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
}

/** A text in which nothing is hidden and nothing moves a terminal's cursor; line ends stay. */
export function showHidden(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu, (char) =>
    char === '\n' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  )
}
