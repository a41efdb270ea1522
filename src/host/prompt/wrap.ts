/** How lines that go on are begun. */
export interface Indent {
  readonly first: string
  readonly rest: string
  /** In columns. */
  readonly width: number
}

/** So far back from the end of a line a space is looked for to end it at. */
const ragged = 16

/**
 * Breaks a text to lines that no terminal breaks again, so that the first columns stay ours. What is not ASCII is given
 * two columns: more than it may take, never less. Nothing of the text is lost.
 */
export function wrap(text: string, indent: Indent): string[] {
  return broken(text, indent, ragged)
}

/** The same for a text of ours: only a word that no line holds is broken. */
export function wrapWords(text: string, indent: Indent): string[] {
  return broken(text, indent, Infinity)
}

function broken(text: string, { first, rest, width }: Indent, back: number): string[] {
  const lines: string[] = []
  let characters = Array.from(text)
  do {
    const indent = lines.length === 0 ? first : rest
    const end = endOfLine(characters, { room: Math.max(8, width - indent.length), back })
    lines.push(`${indent}${characters.slice(0, end).join('')}`)
    characters = characters.slice(end)
  } while (characters.length > 0)
  return lines
}

function endOfLine(characters: readonly string[], { room, back }: { room: number; back: number }): number {
  let columns = 0
  let space = 0
  for (const [at, character] of characters.entries()) {
    columns += columnsOf(character)
    if (columns > room) return space > 0 && columns - columnsUpTo(characters, space) <= back ? space : Math.max(1, at)
    if (character === ' ') space = at + 1
  }
  return characters.length
}

function columnsUpTo(characters: readonly string[], end: number): number {
  return characters.slice(0, end).reduce((sum, character) => sum + columnsOf(character), 0)
}

/** Of a text, at most. */
export function columnsIn(text: string): number {
  return columnsUpTo(Array.from(text), text.length)
}

function columnsOf(character: string): number {
  return character >= ' ' && character <= '~' ? 1 : 2
}
