import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { callOver, makeProject, type Program, startProgram } from './program.ts'
import { strangers } from './strangers.ts'

const source = `
/** Tell which process answers.
 * @readonly */
export function tell_process(): number { return process.pid }

/** Wait for a while.
 * @readonly
 * @param ms - How long, in milliseconds. */
export async function wait_while(ms: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return 'waited'
}

/** Never give the processor back.
 * @destructive */
export function block_process(): string { for (;;); }

/** Take all memory there is.
 * @destructive */
export function exhaust_process(): string {
  const all: number[][] = []
  for (;;) all.push(Array.from({ length: 10_000 }, (_, at) => at))
}

/** End the process.
 * @destructive */
export function end_process(): string { process.exit(7) }

/** Refund an order.
 * @destructive
 * @idempotent
 * @param order_id - Which. */
export function refund_order(order_id: string): string { return order_id }

setInterval(() => undefined, 60_000)
`
const { folder, remove } = makeProject({
  'shop.ts': source,
  'broken.ts': `${source}\nthrow new Error('There is no database.')`,
  'forgetful.ts': `import { server } from 'verbnoun'\nexport default server({ ledger: 'memory:' })\n${source}`,
})
const secret = { VERBNOUN_SECRET: 'a secret of this test and no other' }
let program: Program | undefined

afterEach(() => {
  program?.child.kill('SIGKILL')
})
afterAll(remove)

function serve(...args: string[]): Program {
  program = startProgram(['serve', ...args], { cwd: folder, env: secret })
  return program
}

async function twoWorkers(): Promise<{ url: string; program: Program }> {
  const started = serve('shop.ts', '--http', '--port', '0', '--workers', '2')
  const url = await started.url()
  await processes(url)
  return { url, program: started }
}

/** The processes that answer, once there are two. */
async function processes(url: string): Promise<Set<number>> {
  const seen = new Set<number>()
  while (seen.size < 2) seen.add(Number((await callOver(url, 'tell_process')).structuredContent))
  return seen
}

const older = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', connection: 'close' }

function post(url: string, body: object, headers: object = {}): Promise<Response> {
  const text = JSON.stringify({ jsonrpc: '2.0', ...body })
  return fetch(url, { method: 'POST', body: text, headers: { ...older, ...headers } })
}

async function beginSession(url: string): Promise<{ 'mcp-session-id': string }> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } }
  const response = await post(url, { id: 0, method: 'initialize', params })
  await response.text()
  return { 'mcp-session-id': String(response.headers.get('mcp-session-id')) }
}

describe('two workers on one port', () => {
  test('both answer, and say that they are well', async () => {
    const { url } = await twoWorkers()
    const health = await fetch(new URL('/health', url))
    expect([health.status, await health.text()]).toEqual([200, 'ok\n'])
  })

  test('a session goes on whichever of them a connection reaches', async () => {
    const { url } = await twoWorkers()
    for (let turn = 0; turn < 4; turn += 1) {
      const session = await beginSession(url)
      const pids = new Set<string>()
      for (let id = 1; id <= 16; id += 1) {
        const response = await post(url, { id, method: 'tools/call', params: { name: 'tell_process' } }, session)
        pids.add(/"text":"(\d+)"/.exec(await response.text())?.[1] ?? 'none')
      }
      expect([...pids]).toEqual([expect.stringMatching(/^\d+$/)])
      expect((await fetch(url, { method: 'DELETE', headers: { ...older, ...session } })).status).toBe(204)
    }
  })

  test.each(Object.entries(strangers))('%s calls them', async (_, connect) => {
    const { url } = await twoWorkers()
    const client = await connect({ url })
    for (let turn = 0; turn < 10; turn += 1)
      expect(await client.call('tell_process')).toMatchObject({ content: [{ type: 'text' }] })
    await client.close()
  })

  test('one that ends is started again, and takes only its own calls and sessions with it', async () => {
    const {
      url,
      program: { hear },
    } = await twoWorkers()
    const before = await processes(url)
    const sessions = [await beginSession(url)]
    const slots = (): Set<string> => new Set(sessions.map((each) => each['mcp-session-id'].slice(0, 2)))
    while (slots().size < 2) sessions.push(await beginSession(url))
    await expect(callOver(url, 'end_process')).rejects.toThrow('fetch failed')
    await hear(/worker \d ended: it exited with code 7\. It starts again in 0\.1 s\./)
    expect(await callOver(url, 'tell_process')).toMatchObject({ content: [{ type: 'text' }] })
    const statuses = await Promise.all(
      sessions.map(async (each) => (await post(url, { id: 1, method: 'ping' }, each)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    const after = await processes(url)
    expect([...after].filter((pid) => before.has(pid))).toHaveLength(1)
  })

  test('one that blocks is ended and started again; the other answers all the while', async () => {
    const {
      url,
      program: { hear },
    } = await twoWorkers()
    const before = await processes(url)
    const blocked = callOver(url, 'block_process').catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 500))
    for (let turn = 0; turn < 10; turn += 1)
      expect(await callOver(url, 'tell_process')).toMatchObject({ content: [{ type: 'text' }] })
    await hear(/worker \d has been silent for 15 s: something in it blocks\. It is ended\./)
    await hear(/worker \d ended: it was ended because it blocked\. It starts again in 0\.1 s\./)
    expect(await blocked).toBeInstanceOf(TypeError)
    expect([...(await processes(url))].filter((pid) => before.has(pid))).toHaveLength(1)
  }, 60_000)

  test('one that takes all memory is started again', async () => {
    const args = ['serve', 'shop.ts', '--http', '--port', '0', '--workers', '2']
    const env = { ...secret, NODE_OPTIONS: '--max-old-space-size=64' }
    program = startProgram(args, { cwd: folder, env })
    const url = await program.url()
    const before = await processes(url)
    await expect(callOver(url, 'exhaust_process')).rejects.toThrow('fetch failed')
    await program.hear(/worker \d ended: it was aborted, as a process is that runs out of memory\./)
    expect([...(await processes(url))].filter((pid) => before.has(pid))).toHaveLength(1)
  }, 60_000)

  test('SIGTERM lets calls end, whatever the module holds open', async () => {
    const {
      url,
      program: { child, ended },
    } = await twoWorkers()
    const calls = Array.from({ length: 4 }, () => callOver(url, 'wait_while', { arguments: { ms: 1500 } }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    child.kill('SIGTERM')
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ content: [{ text: 'waited' }] })
    expect(await ended).toEqual({ code: 0, signal: null })
    await expect(callOver(url, 'tell_process')).rejects.toThrow('fetch failed')
  })

  test('SIGINT twice ends all at once', async () => {
    const {
      url,
      program: { child, ended },
    } = await twoWorkers()
    const call = callOver(url, 'wait_while', { arguments: { ms: 30_000 } }).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 500))
    child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' })
    expect(await call).toBeInstanceOf(TypeError)
  })

  test('end with their supervisor, however it ends', async () => {
    const {
      url,
      program: { child, ended },
    } = await twoWorkers()
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => callOver(url, 'tell_process').catch(() => 'gone'), { timeout: 5000 }).toBe('gone')
  })
})

async function refusal(args: string[], env: Record<string, string> = secret): Promise<string> {
  const all = ['serve', ...args, '--http', '--workers', '2']
  program = startProgram(args.includes('--port') ? all : [...all, '--port', '0'], { cwd: folder, env })
  const { code } = await program.ended
  expect(code).toBe(2)
  return program.said()
}

describe('workers are refused', () => {
  test('without a secret that they share', async () => {
    expect(await refusal(['shop.ts'], {})).toContain('2 workers need a secret that they share: set VERBNOUN_SECRET')
  })

  test('without a ledger that they share, whoever names it', async () => {
    const says = 'Workers need a ledger that they share, and memory: is known to one process only.'
    expect(await refusal(['shop.ts', '--ledger', 'memory:'])).toContain(says)
    expect(await refusal(['shop.ts'], { ...secret, VERBNOUN_LEDGER: 'memory:' })).toContain(says)
    expect(await refusal(['forgetful.ts'])).toContain(says)
  })

  test('where the first cannot start, with its reason and once', async () => {
    expect((await refusal(['broken.ts'])).split('There is no database.')).toHaveLength(2)
  })

  test('where the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await refusal(['shop.ts', '--port', String(port)])).toContain('Cannot listen there: ')
    other.close()
  })
})
