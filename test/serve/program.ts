import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The command line, running in a process of its own. */
export interface Program {
  readonly child: ChildProcess
  /** What it has said on stderr so far. */
  readonly said: () => string
  /** Resolves when it has said this, once or so many times. */
  readonly hear: (what: string | RegExp, times?: number) => Promise<void>
  /** The URL that it says it serves on. */
  readonly url: () => Promise<string>
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** A folder with a package in it. `remove` takes it away. */
export function makeProject(files: Readonly<Record<string, string>>): { folder: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-')))
  const all = { 'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module" }', ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const patienceMs = 60_000

/** Starts the command line as it was built. */
export function startProgram(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Program {
  const { VERBNOUN_SECRET: _, ...inherited } = process.env
  const child = spawn(process.execPath, [resolve('dist/cli/main.js'), ...args], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    text += more
    for (const listener of listeners) listener()
  })
  const count = (what: string | RegExp): number =>
    typeof what === 'string' ? text.split(what).length - 1 : [...text.matchAll(new RegExp(what, 'g'))].length
  const hear: Program['hear'] = (what, times = 1) =>
    new Promise((heard, reject) => {
      const listen = (): void => {
        if (count(what) < times) return
        listeners.delete(listen)
        heard()
      }
      listeners.add(listen)
      const fail = (): void => {
        listen()
        reject(new Error(`It has not said ${what}, but:\n${text}`))
      }
      child.once('exit', fail)
      setTimeout(fail, patienceMs).unref()
      listen()
    })
  return {
    child,
    said: () => text,
    hear,
    async url() {
      await hear('serves on http')
      return String(/serves on (http\S+?)["\s]/.exec(text)?.[1])
    },
    ended: once(child, 'exit').then(([code, signal]) => ({ code, signal })),
  }
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

/** What a call comes to: its result, or the error in its place. */
export interface Answer {
  readonly isError?: boolean
  readonly content?: readonly { readonly text: string }[]
  readonly structuredContent?: unknown
  readonly resultType?: string
  readonly requestState?: string
  readonly inputRequests?: Readonly<Record<string, unknown>>
  readonly _meta?: Readonly<Record<string, unknown>>
  readonly code?: number
}

/** Calls a tool over a connection of its own. Rejects where the connection breaks. */
export async function callOver(url: string, name: string, params: object = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {}, _meta: meta, ...params },
    }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      connection: 'close',
    },
  })
  const text = await response.text()
  const line = text.startsWith('{') ? text : String(/^data: (.*)$/m.exec(text)?.[1])
  const { result, error } = JSON.parse(line)
  return result ?? error
}
