import { paint } from '../../host/index.ts'
import type { Tone } from '../../host/index.ts'
import { createFlow } from './flow.ts'
import { cutText } from './text.ts'

/** Where a conversation is printed. */
export interface Outlet {
  /** Writes to stdout, as it is. */
  readonly out: (text: string) => void
  /** Writes to stderr, as it is. */
  readonly err: (text: string) => void
  /** How wide the terminal is behind stdout, in columns; undefined: there is none. */
  readonly outColumns: () => number | undefined
  /** The same of stderr. */
  readonly errColumns: () => number | undefined
  /** Whether terminals are to be sent more than text. */
  readonly hasColour: boolean
}

/** What is shown of a conversation: the words of the model on stdout, all else on stderr, never one within the other. */
export interface Screen {
  /** What the model says, a piece at a time. */
  readonly say: (piece: string) => void
  /** Lines of ours, broken between words. The text holds nothing that was not made visible. */
  readonly note: (text: string, how?: Note) => void
  /** One line of ours, as long as the terminal is wide: `shorten` makes it fit. */
  readonly line: (shorten: (room: number) => string, tone?: Tone) => void
  /** A picture as terminals take it. */
  readonly picture: (sequence: string) => void
  /** Ends the line of the model, and says that something is awaited until the next word. */
  readonly wait: (what: string | undefined) => void
  /** Keeps all back while something else has the terminal. */
  readonly hold: <Value>(run: () => Promise<Value>) => Promise<Value>
}

export interface Note {
  readonly tone?: Tone
  /** Before the first line; further lines begin as far in. */
  readonly first?: string
}

/** How long nothing happens before that is said, and how often it is said again, in milliseconds. */
const patienceMs = 1000
/** How long a line may be where no terminal breaks it. */
const longestLine = 500
const eraseLine = '\r\u001B[2K'

export function createScreen(outlet: Outlet): Screen {
  const { out, err, outColumns, errColumns, hasColour } = outlet
  const flow = createFlow(outColumns)
  const waiting = createWaiting(outlet)
  const held: (() => void)[] = []
  let holders = 0
  const put = (write: () => void): void => {
    if (holders > 0) return void held.push(write)
    waiting.clear()
    write()
  }
  const print = (lines: readonly string[], tone: Tone): void => {
    out(flow.end())
    const isPainted = hasColour && errColumns() !== undefined
    for (const text of lines) err(`${paint({ text, tone }, isPainted && text !== '')}\n`)
  }
  return {
    say: (piece) => put(() => out(flow.take(piece))),
    note: (text, { tone = 'quiet', first = '' } = {}) =>
      put(() => print(fold(text, { first, width: errColumns() }), tone)),
    line: (shorten, tone = 'quiet') => put(() => print([shorten(errColumns() ?? longestLine)], tone)),
    picture: (sequence) =>
      put(() => {
        out(`${flow.end()}${sequence}\n`)
      }),
    wait: (what) => put(() => (what === undefined ? out(flow.end()) : waiting.begin(what))),
    async hold(run) {
      put(() => out(flow.end()))
      holders += 1
      try {
        return await run()
      } finally {
        holders -= 1
        if (holders === 0) for (const write of held.splice(0)) put(write)
      }
    },
  }
}

/** A text in lines that begin alike. */
export function fold(text: string, { first, width }: { first: string; width: number | undefined }): string[] {
  const { take, end } = createFlow(() => (width === undefined ? undefined : Math.max(8, width - first.length)))
  const lines = `${take(text)}${end()}`.replace(/\n$/, '').split('\n')
  const rest = ' '.repeat(first.length)
  return lines.map((line, at) => `${at === 0 ? first : rest}${line}`.trimEnd())
}

interface Waiting {
  readonly begin: (what: string) => void
  readonly clear: () => void
}

/** A line that is there only as long as nothing else is, on terminals that can take it away again. */
function createWaiting({ err, errColumns, hasColour }: Outlet): Waiting {
  let timer: NodeJS.Timeout | undefined
  let isShown = false
  return {
    begin(what) {
      if (!hasColour || errColumns() === undefined) return
      let seconds = 0
      timer = setInterval(() => {
        seconds += patienceMs / 1000
        isShown = true
        const text = cutText(`${what}, ${seconds} s`, (errColumns() ?? longestLine) - 1)
        err(`${eraseLine}${paint({ text, tone: 'quiet' }, true)}`)
      }, patienceMs).unref()
    },
    clear() {
      clearInterval(timer)
      if (isShown) err(eraseLine)
      isShown = false
    },
  }
}
