import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** A command that runs on a terminal of its own, as a person would run it. */
export interface Terminal {
  /** Resolves when this stands behind all that was said before; gives what was said until then. */
  readonly says: (text: string) => Promise<string>
  /** Types a line, no sooner than a person could. */
  readonly type: (line: string) => Promise<void>
  /** Presses keys at once. */
  readonly press: (keys: string) => void
  /** Types a line at once. */
  readonly rush: (line: string) => void
  /** All that was said, and the exit code. */
  readonly end: () => Promise<{ code: number; said: string }>
}

export const main: string = resolve('dist/cli/main.js')

/** The environment of a person: nothing of who runs the tests. */
export function cleanEnv(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TERM: 'dumb', ...more }
}

const terminals = new Set<ChildProcessWithoutNullStreams>()

/** Takes away the terminals of commands that have not ended. */
export function takeTerminals(): void {
  for (const child of terminals) child.kill('SIGKILL')
  terminals.clear()
}

export interface TerminalOptions {
  readonly cwd: string
  readonly env?: Record<string, string>
  readonly columns?: number
  /** The Node that runs it. Default: this one. */
  readonly node?: string
}

/** Starts `verbnoun` under `script`, which gives it a terminal. */
export function onTerminal(args: readonly string[], options: TerminalOptions): Terminal {
  const { columns = 80, node = process.execPath } = options
  const words = [node, main, ...args].map((word) => `'${word}'`).join(' ')
  const command = `stty cols ${columns}; ${words}`
  const child: ChildProcessWithoutNullStreams = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: options.cwd,
    env: cleanEnv(options.env),
  })
  terminals.add(child)
  let said = ''
  let heard = 0
  const listeners = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text.replaceAll('\r\n', '\n')
    for (const listen of listeners) listen()
  })
  const exit = once(child, 'exit')
  void exit.then(() => listeners.forEach((listen) => listen()))
  return {
    says: (text) =>
      new Promise((settle, reject) => {
        const listen = (): void => {
          const at = said.indexOf(text, heard)
          if (at < 0 && child.exitCode === null) return
          listeners.delete(listen)
          if (at < 0) return reject(new Error(`It ended without saying "${text}":\n${said}`))
          heard = at + text.length
          settle(said)
        }
        listeners.add(listen)
        listen()
      }),
    async type(line) {
      await elapsed(700)
      child.stdin.write(`${line}\n`)
    },
    press: (keys) => void child.stdin.write(keys),
    rush: (line) => void child.stdin.write(`${line}\n`),
    async end() {
      const [code] = (await exit) as [number]
      return { code, said }
    },
  }
}

export function elapsed(ms: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, ms))
}
