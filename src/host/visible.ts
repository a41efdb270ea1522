/** Controls, line ends, directions, tags, what has no width, and halves of characters. */
// oxlint-disable-next-line no-control-regex -- these are what is made visible
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115F\u1160\u3164\uFFA0]/gu

/** A text on one line in which nothing is hidden and nothing moves: what a person sees is all there is. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) => {
    if (character === '\n') return '⏎'
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
  })
}

/** A JSON value on one line, as `visible` shows texts, cut to a length with a word on what is left out. */
export function shortly(value: unknown, longest = 200): string {
  const text = visible(
    typeof value === 'string' ? JSON.stringify(value.replaceAll('\n', '⏎')) : (JSON.stringify(value) ?? 'nothing'),
  )
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more)`
}
