import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isObject } from '../../src/tool/index.ts'
import type { UnknownObject } from '../../src/tool/index.ts'
import { cleanEnv, main } from '../drafts/terminal.ts'

/** A person's state folder with servers in it. */
export interface Place {
  readonly home: string
  readonly env: Record<string, string>
  /** What the servers have done, in order. */
  readonly effects: () => string[]
  readonly remove: () => void
}

export interface PlaceOptions {
  readonly servers?: (folder: string) => UnknownObject
  readonly policy?: string
  readonly trust?: 'trusted' | 'untrusted'
  readonly mode?: string
}

export const serverFile: string = resolve('test/gate/server.mjs')

export function createPlace({ servers, policy, trust = 'trusted', mode = '' }: PlaceOptions = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-gate-'))
  const home = join(folder, 'state')
  mkdirSync(home, { mode: 0o700 })
  const effects = join(folder, 'effects.txt')
  const notes = { command: process.execPath, args: [serverFile, effects, mode], trust }
  write(join(home, 'servers.json'), JSON.stringify({ mcpServers: servers?.(folder) ?? { notes } }))
  if (policy !== undefined) {
    write(join(home, 'policy.yaml'), `version: 1\n${policy}`)
    write(join(home, 'policy.accepted.yaml'), `version: 1\n${policy}`)
  }
  return {
    home,
    env: cleanEnv({ VERBNOUN_HOME: home }),
    effects: () => readFileSync(effects, 'utf8').split('\n').filter(Boolean),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function write(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o600)
}

/** A host that is written by hand, and does what it is told. */
export interface Host {
  /** Resolves to the result or the error of a request. */
  readonly request: (method: string, params?: UnknownObject) => Promise<UnknownObject>
  /** The same, with the number of the request. */
  readonly start: (method: string, params?: UnknownObject) => { id: number; answer: Promise<UnknownObject> }
  readonly call: (name: string, args?: UnknownObject) => Promise<UnknownObject>
  readonly notify: (method: string, params?: UnknownObject) => void
  /** What it was asked, in order. */
  readonly questions: Question[]
  readonly notices: UnknownObject[]
  readonly said: () => string
  readonly leave: () => Promise<void>
}

export interface Question {
  readonly message: string
  readonly requestedSchema: UnknownObject
}

export interface HostOptions {
  /** What it answers to a question; undefined: nothing. */
  readonly person?: (question: Question, number: number) => unknown
  readonly canAsk?: boolean
  readonly wall?: number
}

export async function startHost(place: Place, { person, canAsk = true, wall = 45 }: HostOptions = {}): Promise<Host> {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [main, 'gate', '--wall', String(wall)], {
    env: place.env,
  })
  const waiting = new Map<unknown, (message: UnknownObject) => void>()
  const questions: Question[] = []
  const notices: UnknownObject[] = []
  let said = ''
  let ids = 0
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const send = (message: UnknownObject): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: unknown = JSON.parse(line)
    if (!isObject(message)) return
    if (message['method'] === 'elicitation/create') {
      const question = message['params'] as Question
      questions.push(question)
      void Promise.resolve(person?.(question, questions.length)).then((result) => {
        if (result !== undefined) send({ id: message['id'], result })
      })
    } else if (message['method'] !== undefined) notices.push(message)
    else waiting.get(message['id'])?.(message)
  })
  const start: Host['start'] = (method, params = {}) => {
    ids += 1
    const id = ids
    const answer = new Promise<UnknownObject>((settle) => {
      waiting.set(id, ({ result, error }) => settle((result ?? error) as UnknownObject))
      send({ id, method, params })
    })
    return { id, answer }
  }
  const request: Host['request'] = (method, params) => start(method, params).answer
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: canAsk ? { elicitation: {} } : {},
    clientInfo: { name: 'stranger', version: '1' },
  })
  send({ method: 'notifications/initialized' })
  return {
    request,
    start,
    call: (name, args = { id: 'n1' }) => request('tools/call', { name, arguments: args }),
    notify: (method, params = {}) => send({ method, params }),
    questions,
    notices,
    said: () => said,
    async leave() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/** The texts of a result. */
export function textOf(result: UnknownObject): string {
  const content: unknown = result['content']
  const items = Array.isArray(content) ? content.filter(isObject) : []
  return items.map(({ text, uri }) => String(text ?? uri)).join('\n')
}

/** Says yes as a person would: by the answer that is wanted, after a while. */
export async function sayYes({ requestedSchema }: Question, ms = 1600): Promise<unknown> {
  await elapsed(ms)
  return { action: 'accept', content: yesTo(requestedSchema) }
}

export function yesTo({ properties }: UnknownObject): UnknownObject {
  const { confirm, sure, approve }: UnknownObject = isObject(properties) ? properties : {}
  if (sure !== undefined) return { sure: true }
  if (approve !== undefined) return { approve: true }
  if (!isObject(confirm)) return { answer: 'allow once' }
  return { confirm: /^Type (.*) to allow it$/.exec(String(confirm['title']))?.[1] }
}

export function elapsed(ms: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, ms))
}
