import { shown } from './escape.ts'

/** Keys as they come from a terminal that passes each on, a piece at a time. */
export interface Keys {
  /** Undefined: none came in this time, in milliseconds, or none will. */
  readonly next: (ms: number) => Promise<string | undefined>
}

/** What a person types, as long as it takes. */
export interface Typing {
  readonly keys: Keys
  readonly echo: (text: string) => void
  readonly now: () => number
  /** When it must have been typed. */
  readonly until: number
}

const enter: ReadonlySet<string> = new Set(['\r', '\n'])
const backspace: ReadonlySet<string> = new Set(['\u007F', '\b'])
/** Ctrl-C and Ctrl-D. */
const leave: ReadonlySet<string> = new Set(['\u0003', '\u0004'])
const longest = 2000

/** One key; pastes and keys that send more than a character are none. Undefined: none came, or the person has left. */
export async function typeKey({ keys, now, until }: Typing): Promise<string | undefined> {
  for (;;) {
    const piece = await keys.next(until - now())
    if (piece === undefined || leave.has(piece)) return undefined
    if (Array.from(piece).length === 1) return enter.has(piece) ? '\n' : piece.toLowerCase()
  }
}

/** A line. Undefined: it was not ended in time, or the person has left. */
export async function typeLine({ keys, echo, now, until }: Typing): Promise<string | undefined> {
  const typed: string[] = []
  for (;;) {
    const piece = await keys.next(until - now())
    if (piece === undefined) return undefined
    if (piece.startsWith('\u001B')) continue
    for (const key of piece) {
      if (leave.has(key)) return undefined
      if (enter.has(key)) {
        echo('\r\n')
        return typed.join('').trim()
      }
      if (backspace.has(key)) erase(typed, echo)
      else if (typed.length < longest && isPrinted(key)) {
        typed.push(key)
        echo(key)
      }
    }
  }
}

function isPrinted(key: string): boolean {
  return key === '"' || key === '\\' || shown(key) === key
}

function erase(typed: string[], echo: (text: string) => void): void {
  const last = typed.pop()
  if (last !== undefined) echo(last > '~' ? '\b\b  \b\b' : '\b \b')
}
