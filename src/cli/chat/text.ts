import { visible } from '../../tool/index.ts'

/** Joiners between two letters or pictures that are not ASCII: they are part of how these are written. */
const joined = /(?<=(?![\0-\u007F])[\p{L}\p{M}\p{S}])[\u200C\u200D](?=(?![\0-\u007F])[\p{L}\p{S}])/u

/** A text of any lines in which nothing but line ends and tabs moves anything, and nothing is hidden. */
export function tameText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\n\t]+/g, tameRun)
}

function tameRun(run: string): string {
  const parts = run.split(joined)
  if (parts.length === 1) return visible(run)
  const joiners = run.match(new RegExp(joined, 'gu')) ?? []
  return parts.map((part, at) => `${visible(part)}${joiners[at] ?? ''}`).join('')
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\p{Regional_Indicator}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u
const still = /\p{M}|\p{Emoji_Modifier}|\u200C|\u200D/u

/** Whether a terminal gives a character two columns. */
export function isWide(character: string): boolean {
  return character > '~' && wide.test(character)
}

/** How many columns a terminal gives to a text without line ends and tabs. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (character <= '~' || !still.test(character)) columns += isWide(character) ? 2 : 1
  }
  return columns
}

/** The start of a text that fits, with a sign where something was left out. */
export function cutText(text: string, room: number): string {
  if (columnsOf(text) <= room) return text
  let kept = ''
  let columns = 0
  for (const character of text) {
    columns += columnsOf(character)
    if (columns > room - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
