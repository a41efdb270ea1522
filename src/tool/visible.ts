/** Controls, line ends, directions, tags, what has no width, and halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115F\u1160\u3164\uFFA0]/gu

/** A text on one line in which nothing is hidden and nothing moves. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) => {
    if (character === '\n') return '⏎'
    return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
  })
}
