import { shown } from './escape.ts'

/** Keys as they come from a terminal that passes each on, a piece at a time. */
export interface Keys {
  /** Undefined: none came in this time, in milliseconds, or none will. */
  readonly next: (ms: number) => Promise<string | undefined>
}

/** What a person types, as long as it takes. All times in milliseconds. */
export interface Typing {
  readonly keys: Keys
  readonly echo: (text: string) => void
  readonly now: () => number
  /** What is typed before was not meant for this. */
  readonly from: number
  /** When it must have been typed. */
  readonly until: number
}

/** `left`: the person goes, and says no; `interrupted`: they want all of it stopped. */
export type Typed =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'late' | 'left' | 'interrupted' }

const enter: ReadonlySet<string> = new Set(['\r', '\n'])
const backspace: ReadonlySet<string> = new Set(['\u007F', '\b'])
const leave: ReadonlyMap<string, Typed> = new Map([
  ['\u0003', { kind: 'interrupted' }],
  ['\u0004', { kind: 'left' }],
])
const longest = 2000
/** Keys that come no later one behind the other are one word. */
const wordMs = 1000

/**
 * One key that means something. What means nothing (another key, a paste, a key that sends more than a character) begins
 * a word, and no key within a word means anything: whoever types `stop` does not press `o`.
 */
export async function typeKey(typing: Typing, isMeant: (key: string) => boolean): Promise<Typed> {
  const { now } = typing
  let wordEnds = typing.from
  for (;;) {
    const piece = await nextPiece(typing)
    if (typeof piece !== 'string') return piece
    const left = leave.get(piece.charAt(0))
    if (left !== undefined) return left
    const key = enter.has(piece) ? '\n' : piece.toLowerCase()
    const isAlone = Array.from(piece).length === 1 && now() >= wordEnds
    if (isAlone && isMeant(key)) return { kind: 'typed', text: key }
    wordEnds = now() + wordMs
  }
}

/** A line. */
export async function typeLine(typing: Typing): Promise<Typed> {
  const { echo, now, from } = typing
  const typed: string[] = []
  for (;;) {
    const piece = await nextPiece(typing)
    if (typeof piece !== 'string') return piece
    if (piece.startsWith('\u001B')) continue
    const isHeard = now() >= from
    for (const key of piece) {
      const left = leave.get(key)
      if (left !== undefined) return left
      if (!isHeard) continue
      if (enter.has(key)) {
        echo('\r\n')
        return { kind: 'typed', text: typed.join('').trim() }
      }
      if (backspace.has(key)) erase(typed, echo)
      else if (typed.length < longest && isPrinted(key)) {
        typed.push(key)
        echo(key)
      }
    }
  }
}

async function nextPiece({ keys, now, until }: Typing): Promise<string | Typed> {
  const piece = await keys.next(until - now())
  if (piece !== undefined) return piece
  return { kind: now() >= until ? 'late' : 'left' }
}

function isPrinted(key: string): boolean {
  return key === '"' || key === '\\' || shown(key) === key
}

function erase(typed: string[], echo: (text: string) => void): void {
  const last = typed.pop()
  if (last !== undefined) echo(last > '~' ? '\b\b  \b\b' : '\b \b')
}
