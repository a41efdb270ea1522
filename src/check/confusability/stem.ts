/** The key of a word in lower case: its stem, without the marks of Latin letters. */
export function keyOf(shown: string): string {
  if (!/^[a-z]+$/.test(shown))
    return shown
      .normalize('NFD')
      .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
  return stem(shown)
}

/** Words that only look like another form of a word. */
const whole = new Set(
  `news series species lens canvas alias atlas aws gps dns sms tls ios macos kubernetes setting meeting building`.split(
    /\s+/,
  ),
)

/** Joins the forms of an English word, no more: list, lists, listing, listed. The stem itself is never shown. */
function stem(word: string): string {
  const singular = whole.has(word) ? word : withoutPlural(word)
  if (whole.has(singular)) return singular
  const bare = withoutEnding(singular, 'ing') ?? withoutEnding(singular, 'ed') ?? singular
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}

function withoutPlural(word: string): string {
  if (!/^(?:.{3,}|.[^aeiou])s$/.test(word) || /(?:ss|us|is)$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|ss|x|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

function withoutEnding(word: string, ending: string): string | undefined {
  const rest = word.slice(0, -ending.length)
  if (!word.endsWith(ending) || rest.length < 3 || !/[aeiouy]/.test(rest) || rest.endsWith('e')) return undefined
  if (/^[^aeiou][aeiou][^aeiouwxy]$/.test(rest)) return `${rest}e`
  return /([^aeioulsz])\1$/.test(rest) && rest.length > 3 ? rest.slice(0, -1) : rest
}
