import { digest, isObject } from '../../tool/index.ts'

/** What cannot be seen, has no width, moves what stands around it, or is a space that is none. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u
const mark = /\p{M}/u
const letter = /\p{L}/u
/** Marks that stand on one letter. More of them would cover the lines around. */
const mostMarks = 3
/** Signs that only we set: a line end, and what was left out. */
const ours: ReadonlySet<string> = new Set(['⏎', '⟪', '⟫'])
const plain = /^[ !#-[\]-~]*$/
const plainName = /^[A-Za-z_][\w.-]{0,63}$/

/**
 * A text on one line in which nothing hides, moves or ends early, whatever wrote it. What it shows stands for one text
 * only: a sign that it puts in itself is escaped where the text has it.
 */
export function shown(text: string): string {
  return plain.test(text) ? text : tame(text, (character) => `\\${character}`)
}

/** A text of ours, of the user's config or of the host, in which nothing hides or moves either. Not for quotes. */
export function lineText(text: string): string {
  return plain.test(text) ? text : tame(text, (character) => character)
}

function tame(text: string, quote: (character: string) => string): string {
  let room = 0
  let line = ''
  for (const character of text) {
    const isMark = mark.test(character) && !unseen.test(character)
    if (isMark) line += room > 0 ? character : escaped(character)
    else if (character === '\\' || character === '"') line += quote(character)
    else line += replaced(character)
    room = isMark ? room - 1 : letter.test(character) ? mostMarks : 0
  }
  return line
}

function replaced(character: string): string {
  if (character === '\n') return '⏎'
  return ours.has(character) || unseen.test(character) ? escaped(character) : character
}

function escaped(character: string): string {
  return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
}

/** A name as it stands, where it is one that everybody would read alike, else in quotes. */
export function nameText(name: string): string {
  return isPlainName(name) ? name : `"${shown(name)}"`
}

export function isPlainName(name: string): boolean {
  return plainName.test(name)
}

/** A JSON value on one line, its texts in quotes that nothing in them can close. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return `"${shown(value)}"`
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, member]) => `"${shown(key)}": ${valueText(member)}`)
      .join(', ')}}`
  return JSON.stringify(value) ?? 'nothing'
}

/** A value of which a long one shows its beginning and its end, how much is between, and what tells it from others. */
export function cutValue(value: unknown, longest: number): string {
  const text = valueText(value)
  if (text.length <= longest) return text
  const characters = Array.from(text)
  const tail = Math.floor(longest / 4)
  const left = characters.length - longest
  if (left <= 0) return text
  const head = characters.slice(0, longest - tail).join('')
  const note = `⟪${group(left)} more characters, digest of all ${digest(text).slice(0, 12)}⟫`
  return `${head}${note}${characters.slice(-tail).join('')}`
}

/** 1,234,567 */
export function group(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
