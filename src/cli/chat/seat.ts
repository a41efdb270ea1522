import { createInterface } from 'node:readline'
import type { Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'
import { createPasteReader, lineSign, pasteMarks } from './paste.ts'

/** The person at the keyboard of a conversation. Keys come one by one all the time, so that Ctrl-C is a key as well. */
export interface Seat {
  /** What the person says next, of any lines. Undefined: they leave. */
  readonly ask: () => Promise<string | undefined>
  /** Hears of Ctrl-C while nobody is asked; all other keys are dropped then. */
  readonly onInterrupt: (hear: () => void) => void
  /** Has it heard of, where something else has read it. */
  readonly interrupt: () => void
  /** Leaves the keyboard to something else while it runs. */
  readonly lend: <Value>(run: () => Promise<Value>) => Promise<Value>
  readonly close: () => void
}

export interface SeatOptions {
  readonly input: ReadStream
  readonly output: WriteStream
  readonly signal: AbortSignal
  /** Whether the terminal can be told to mark what is pasted. */
  readonly hasMarks: boolean
}

const prompt = '> '
const interrupt = '\u0003'

export function openSeat(options: SeatOptions): Seat {
  const { output, signal } = options
  const read = createPasteReader()
  let hear: () => void = ignore
  let typing: PassThrough | undefined
  let history: string[] = []
  const keyboard = createKeyboard(options, (keys) => {
    if (typing !== undefined) typing.write(read(keys))
    else if (keys.includes(interrupt)) hear()
  })
  keyboard.sit()
  return {
    async ask() {
      for (;;) {
        typing = new PassThrough()
        const lines = createInterface({ input: typing, output, prompt, terminal: true, history, historySize: 1000 })
        lines.on('history', (kept) => (history = [...kept]))
        lines.on('SIGTSTP', () => sleep(keyboard, lines))
        const said = await nextLine(lines, options)
        typing = undefined
        lines.close()
        if (said.kind === 'line') return said.text.replaceAll(lineSign, '\n')
        output.write('\n')
        if (said.kind === 'leave' || signal.aborted) return undefined
      }
    },
    onInterrupt: (heard) => void (hear = heard),
    interrupt: () => hear(),
    async lend(run) {
      keyboard.rise()
      try {
        return await run()
      } finally {
        if (!signal.aborted) keyboard.sit()
      }
    },
    close: keyboard.rise,
  }
}

interface Keyboard {
  readonly sit: () => void
  readonly rise: () => void
}

function createKeyboard({ input, output, hasMarks }: SeatOptions, take: (keys: string) => void): Keyboard {
  const mark = (marks: string): void => void (hasMarks && output.write(marks))
  return {
    sit() {
      input.setRawMode(true)
      mark(pasteMarks.on)
      input.setEncoding('utf8').on('data', take).resume()
    },
    rise() {
      input.off('data', take).pause()
      mark(pasteMarks.off)
      input.setRawMode(false)
    },
  }
}

/** Ctrl-Z: the shell has the terminal until it gives it back. */
function sleep({ sit, rise }: Keyboard, lines: Interface): void {
  rise()
  process.once('SIGCONT', () => {
    sit()
    lines.prompt(true)
  })
  process.kill(process.pid, 'SIGTSTP')
}

type Said = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'leave' | 'again' }

/** Ctrl-C takes back what was typed; where nothing was, it leaves, as Ctrl-D does. */
function nextLine(lines: Interface, { input, signal }: SeatOptions): Promise<Said> {
  return new Promise((resolve) => {
    const end = (said: Said): void => {
      input.off('end', leave).off('error', leave)
      signal.removeEventListener('abort', leave)
      resolve(said)
    }
    const leave = (): void => end({ kind: 'leave' })
    lines.once('line', (text) => end({ kind: 'line', text }))
    lines.once('close', leave)
    lines.once('SIGINT', () => end({ kind: lines.line === '' ? 'leave' : 'again' }))
    input.once('end', leave).once('error', leave)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    else lines.prompt()
  })
}

function ignore(): void {
  // Nobody hears.
}
