import { columnsOf, isWide, tameText } from './text.ts'

/** A text that comes in pieces, for a terminal that is so wide. */
export interface Flow {
  /** What can be shown by now: a word is held back until it is whole. */
  readonly take: (piece: string) => string
  /** The rest, with a line end where one is missing. */
  readonly end: () => string
}

interface State {
  /** What the next piece may change: half a line end, half a character, a joiner. */
  held: string
  /** What stands before the word, if the line goes on. */
  space: string
  word: string
  column: number
}

const undecided = /[\r\uD800-\uDBFF\u200C\u200D]$/

/** Breaks lines between words. Undefined: lines are left as they are. */
export function createFlow(width: () => number | undefined): Flow {
  const state: State = { held: '', space: '', word: '', column: 0 }
  return {
    take(piece) {
      const text = `${state.held}${piece}`
      state.held = undecided.exec(text)?.[0] ?? ''
      return flow(state, tameText(text.slice(0, text.length - state.held.length)), width())
    },
    end() {
      const rest = `${flow(state, tameText(state.held), width())}${endWord(state, width() ?? Infinity)}`
      const isOpen = state.column > 0
      Object.assign(state, { held: '', space: '', column: 0 })
      return isOpen ? `${rest}\n` : rest
    },
  }
}

function flow(state: State, text: string, most: number | undefined): string {
  if (most === undefined) {
    const last = text.slice(text.lastIndexOf('\n') + 1)
    state.column = last.length + (last === text ? state.column : 0)
    return text
  }
  let shown = ''
  for (const [piece] of text.matchAll(/[ \t]+|\n|[^ \t\n]+/g)) {
    if (piece === '\n') shown += `${endWord(state, most)}${endLine(state)}`
    else if (/^[ \t]/.test(piece)) shown += `${endWord(state, most)}${addSpace(state, piece)}`
    else shown += addToWord(state, piece, most)
  }
  return shown
}

function endLine(state: State): string {
  state.space = ''
  state.column = 0
  return '\n'
}

function addSpace(state: State, piece: string): string {
  state.space += piece
  return ''
}

/** A line may be broken before each wide character as well: in such texts words have no spaces between. */
function addToWord(state: State, piece: string, most: number): string {
  let shown = ''
  for (const character of piece) {
    if (isWide(character)) shown += endWord(state, most)
    state.word += character
  }
  return shown
}

function endWord(state: State, most: number): string {
  const { word, space } = state
  if (word === '') return ''
  const start = columnsAfter(state.column, space)
  const columns = columnsOf(word)
  Object.assign(state, { word: '', space: '' })
  if (start + columns <= most) {
    state.column = start + columns
    return `${space}${word}`
  }
  const isBegun = state.column > 0
  state.column = 0
  return `${isBegun ? '\n' : ''}${breakWord(state, word, most)}`
}

function columnsAfter(column: number, space: string): number {
  let columns = column
  for (const character of space) columns += character === '\t' ? 8 - (columns % 8) : 1
  return columns
}

/** A word that no line holds is broken where lines end. */
function breakWord(state: State, word: string, most: number): string {
  let shown = ''
  for (const character of word) {
    const columns = columnsOf(character)
    const fits = state.column + columns <= most
    shown += fits ? character : `\n${character}`
    state.column = fits ? state.column + columns : columns
  }
  return shown
}
