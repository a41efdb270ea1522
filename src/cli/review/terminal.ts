import { closeSync, openSync } from 'node:fs'
import { isatty, ReadStream, WriteStream } from 'node:tty'

/** The person at the terminal, whatever stdin and stdout are. */
export interface Terminal {
  readonly say: (text: string) => void
  /** As it is, without a line end. */
  readonly write: (text: string) => void
  /** In characters. */
  readonly columns: () => number
  /** Keys that are pressed once the prompt is there, each as it comes; nothing shows them. */
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
  const input = new ReadStream(inward)
  const output = new WriteStream(outward)
  const lines = createLines(input, signal)
  const reading = { isAwaited: false }
  return {
    say: (text) => void output.write(`${text}\n`),
    write: (text) => void output.write(text),
    columns: () => output.columns || 80,
    keys: () => createKeys(input, signal, reading),
    async ask(prompt) {
      output.write(prompt)
      return await lines.next()
    },
    async lend(run) {
      const other = openSync(device, 'r+')
      try {
        return await run(other)
      } finally {
        closeSync(other)
      }
    },
    close() {
      input.destroy()
      output.destroy()
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
function createLines(input: ReadStream, signal: AbortSignal): Lines {
  let isOver = signal.aborted
  input.pause()
  return {
    next: () =>
      new Promise((resolve) => {
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

/** What was typed before the keys were asked for comes first, and is dropped with the rest of the first moment. */
function createKeys(input: ReadStream, signal: AbortSignal, reading: { isAwaited: boolean }): Keys {
  const opened = performance.now()
  return {
    next: (ms) =>
      new Promise((resolve) => {
        const end = (keys: string | undefined): void => {
          clearTimeout(timer)
          input.off('data', read).off('end', over).off('error', over)
          signal.removeEventListener('abort', over)
          reading.isAwaited = false
          // Between two keys, and two prompts, the terminal stays as it is.
          setImmediate(() => {
            if (reading.isAwaited) return
            input.pause()
            input.setRawMode(false)
          })
          resolve(keys)
        }
        const over = (): void => end(undefined)
        const read = (chunk: Buffer): void => {
          if (performance.now() - opened >= deafMs) end(chunk.toString('utf8'))
        }
        const timer = setTimeout(over, Math.max(0, ms))
        if (signal.aborted) return over()
        reading.isAwaited = true
        signal.addEventListener('abort', over, { once: true })
        input.on('data', read).once('end', over).once('error', over)
        input.setRawMode(true)
        return void input.resume()
      }),
  }
}
