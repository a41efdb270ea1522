import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from '../../src/cli/run.ts'
import { cleanEnv, main } from '../drafts/terminal.ts'

export const paperTrail: string = resolve('examples/paper-trail/paper-trail.ts')
export const hostile: string = resolve('test/chat/server.mjs')

/** Calls of the paper trail in a script. */
export const refund = { call: 'draft_refund', arguments: { order_id: 'PT-1042', reason: 'arrived damaged' } }
export const status = { call: 'order_status', arguments: { order_id: 'PT-1042' } }

/** A folder to talk in, and a state folder of its own. */
export interface Room {
  readonly folder: string
  readonly env: Record<string, string>
  /** Writes a script, and gives what names it as a model. */
  readonly script: (answers: unknown, name?: string) => string
  readonly write: (name: string, text: string) => string
  /** The conversations that are kept where nothing else was said. */
  readonly kept: () => Transcript[]
  readonly remove: () => void
}

export interface Transcript {
  readonly model: string
  readonly messages: { role: string; parts?: Part[]; answers?: { isError: boolean; parts: Part[] }[] }[]
}

interface Part {
  readonly kind: string
  readonly text?: string
}

export function createRoom(): Room {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-chat-'))
  const chats = join(folder, 'state', 'chats')
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return {
    folder,
    env: cleanEnv({ VERBNOUN_HOME: join(folder, 'state') }),
    write,
    script: (answers, name = 'script.json') => `scripted:${write(name, JSON.stringify(answers))}`,
    kept: () =>
      readdirSync(chats)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(chats, name), 'utf8')) as Transcript),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly stdin?: string
  readonly env?: Record<string, string>
  /** Kills it when stderr or stdout has said this. */
  readonly killAt?: string
}

/** Runs `verbnoun chat` without a terminal: neither its streams nor its session have one. */
export async function chat(room: Room, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { stdin = '', env = {}, killAt } = options
  const how = { cwd: room.folder, env: { ...room.env, ...env }, detached: true }
  const child = spawn(process.execPath, [main, 'chat', ...args], how)
  const said = { out: '', err: '' }
  const hear = (to: 'out' | 'err') => (text: string) => {
    said[to] += text
    if (killAt !== undefined && said[to].includes(killAt)) child.kill('SIGKILL')
  }
  child.stdout.setEncoding('utf8').on('data', hear('out'))
  child.stderr.setEncoding('utf8').on('data', hear('err'))
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

/** The same in this process, for what ends before anything is read or started: the lines that were said. */
export async function chatHere(
  room: Room,
  args: readonly string[],
): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(['chat', ...args], {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    quiet: () => undefined,
    cwd: room.folder,
    env: room.env,
    signal: new AbortController().signal,
  })
  return { code, out, err }
}
