import { closeSync, openSync } from 'node:fs'
import { isatty, ReadStream, WriteStream } from 'node:tty'

/** The person at the terminal, whatever stdin and stdout are. */
export interface Terminal {
  readonly say: (text: string) => void
  /** As it is, without a line end. */
  readonly write: (text: string) => void
  /** In characters. */
  readonly columns: () => number
  /** Keys as they come, with those that nobody has read yet; nothing shows them. */
  readonly keys: () => Keys
  /** A line that is typed once the prompt is there; undefined where there will be none. */
  readonly ask: (prompt: string) => Promise<string | undefined>
  /** Lends the terminal to another program while it runs. */
  readonly lend: <Value>(run: (fd: number) => Promise<Value>) => Promise<Value>
  readonly close: () => void
}

export interface Keys {
  /** Undefined: none came in this time, in milliseconds, or none will. */
  readonly next: (ms: number) => Promise<string | undefined>
}

const device = '/dev/tty'
/** What is typed so soon was not meant for this prompt. */
const deafMs = 500

/** Opens the terminal that this process belongs to; undefined where it has none. */
export function openTerminal(signal: AbortSignal): Terminal | undefined {
  const [inward, outward] = [open(), open()]
  if (inward === undefined || outward === undefined) return undefined
  const input = createInput(inward)
  const output = new WriteStream(outward)
  const lines = createLines(input, signal)
  return {
    say: (text) => void output.write(`${text}\n`),
    write: (text) => void output.write(text),
    columns: () => output.columns || 80,
    keys: () => createKeys(input, signal),
    async ask(prompt) {
      output.write(prompt)
      return await lines.next()
    },
    async lend(run) {
      input.close()
      const other = openSync(device, 'r+')
      try {
        return await run(other)
      } finally {
        closeSync(other)
      }
    },
    close() {
      input.close()
      output.destroy()
    },
  }
}

/** What is read from. */
interface Input {
  /** The keyboard, opened again where it was closed. */
  readonly stream: () => ReadStream
  /** Whether somebody waits for a key. */
  isAwaited: boolean
  /** Leaves the keyboard as it was found. A stream that only pauses would still take what is pressed next. */
  readonly close: () => void
}

function createInput(first: number): Input {
  let stream: ReadStream | undefined = new ReadStream(first)
  return {
    stream: () => (stream ??= new ReadStream(openSync(device, 'r+'))),
    isAwaited: false,
    close() {
      stream?.setRawMode(false)
      stream?.destroy()
      stream = undefined
    },
  }
}

function open(): number | undefined {
  try {
    const fd = openSync(device, 'r+')
    if (isatty(fd)) return fd
    closeSync(fd)
  } catch {
    // Without a terminal there is nobody to ask.
  }
  return undefined
}

interface Lines {
  readonly next: () => Promise<string | undefined>
}

/** Reads only while somebody waits for a line: what was typed before stays with the system, and is dropped. */
function createLines({ stream }: Input, signal: AbortSignal): Lines {
  let isOver = signal.aborted
  stream().pause()
  return {
    next: () =>
      new Promise((resolve) => {
        const input = stream()
        let text = ''
        const opened = performance.now()
        const end = (line: string | undefined): void => {
          input.pause()
          input.off('data', read).off('end', over).off('error', over)
          signal.removeEventListener('abort', over)
          resolve(line)
        }
        const over = (): void => {
          isOver = true
          end(undefined)
        }
        const read = (chunk: Buffer): void => {
          if (performance.now() - opened < deafMs) return
          text += chunk.toString('utf8')
          const [line, ...rest] = text.split('\n')
          if (rest.length > 0) end(line?.trim() ?? '')
        }
        if (isOver) return resolve(undefined)
        signal.addEventListener('abort', over, { once: true })
        input.on('data', read).once('end', over).once('error', over)
        return input.resume()
      }),
  }
}

function createKeys(input: Input, signal: AbortSignal): Keys {
  return {
    next: (ms) =>
      new Promise((resolve) => {
        const stream = input.stream()
        const end = (keys: string | undefined): void => {
          clearTimeout(timer)
          stream.off('data', read).off('end', over).off('error', over)
          signal.removeEventListener('abort', over)
          input.isAwaited = false
          // Between two keys, and two prompts, the terminal stays as it is.
          setImmediate(() => {
            if (input.isAwaited || stream.destroyed) return
            stream.pause()
            stream.setRawMode(false)
          })
          resolve(keys)
        }
        const over = (): void => end(undefined)
        const read = (chunk: Buffer): void => end(chunk.toString('utf8'))
        const timer = setTimeout(over, Math.max(0, ms))
        if (signal.aborted) return over()
        input.isAwaited = true
        signal.addEventListener('abort', over, { once: true })
        stream.on('data', read).once('end', over).once('error', over)
        stream.setRawMode(true)
        return void stream.resume()
      }),
  }
}
