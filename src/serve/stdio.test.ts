import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listCalls, memoryStore } from '../ledger/index.ts'
import type { Tool } from '../tool/index.ts'
import { createServer, type Server } from './server.ts'
import { serveStdio, type Stdio } from './stdio.ts'

const waitForever: Tool = {
  name: 'wait_forever',
  inputSchema: { type: 'object' },
  run: () => new Promise(() => undefined),
}
const echo: Tool = {
  name: 'echo_text',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: async ({ text }) => String(text),
}
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

test('what is no JSON, a number for params and an unknown method are answered, and the server goes on', async () => {
  expect(
    await exchange(
      'oops\n',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":7}\n',
      '{"jsonrpc":"2.0","id":2,"method":"no/such"}\n',
      `${ping}\n`,
    ),
  ).toMatchObject([
    { id: null, error: { code: -32_700 } },
    { id: 1, error: { code: -32_602 } },
    { id: 2, error: { code: -32_601 } },
    { id: 1, result: {} },
  ])
})

test('a huge line is answered with an error, and the server goes on', async () => {
  const huge = `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"${'x'.repeat(5_000_000)}"}}\n`
  expect(await exchange(huge, `${ping}\n`)).toMatchObject([
    { id: null, error: { code: -32_600 } },
    { id: 1, result: {} },
  ])
})

test('a last line without a newline is answered too', async () => {
  expect(await exchange(ping)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
})

test('answers of one chunk leave in one write', async () => {
  const { stdio, written } = channels([`${ping}\n${ping}\n`])
  await serveStdio(createServer({ name: 'x', version: '0', tools: [] }), stdio)
  expect(written).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","id":1,"result":{}}\n'])
})

test('calls that run when the input ends are answered', async () => {
  expect(await exchange(`${initialize}\n${call('a', 'echo_text', { text: 'hi' })}\n`)).toMatchObject([
    { id: 0 },
    { id: 'a', result: { content: [{ type: 'text', text: 'hi' }] } },
  ])
})

test('calls that do not end are given up after a while, and their signal aborts', async () => {
  let signal: AbortSignal | undefined
  const stubborn: Tool = {
    ...waitForever,
    run: (_, context) => {
      signal = context.signal
      return new Promise(() => undefined)
    },
  }
  const { stdio, written } = channels([`${initialize}\n${call(1, 'wait_forever', {})}\n`])
  await serveStdio(createServer({ name: 'x', version: '0', tools: [stubborn] }), { ...stdio, graceMs: 5 })
  expect(written.join('').split('\n')).toHaveLength(2)
  expect(signal?.aborted).toBe(true)
})

test('what has begun and must not be done again ends and is recorded, though nobody waits for it', async () => {
  const ledger = memoryStore({ now: () => 0 })
  const pay: Tool = {
    name: 'pay',
    inputSchema: { type: 'object' },
    idempotency: {},
    run: () => new Promise((resolve) => setTimeout(resolve, 40, 'paid')),
  }
  const { stdio } = channels([`${initialize}\n${call(1, 'pay', {})}\n`])
  await serveStdio(createServer({ name: 'x', version: '0', tools: [pay], ledger }), { ...stdio, graceMs: 5 })
  expect((await listCalls(ledger, { all: true })).map(({ state }) => state)).toEqual(['done'])
})

test('a call that was cancelled holds nothing up, and has no answer', async () => {
  const cancelled = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
  const { stdio, written } = channels([`${initialize}\n${call(1, 'wait_forever', {})}\n${cancelled}\n`])
  await serveStdio(createServer({ name: 'x', version: '0', tools: [waitForever] }), { ...stdio, graceMs: 2 ** 31 - 1 })
  expect(written.join('').split('\n')).toHaveLength(2)
})

test('a slow client is waited for', async () => {
  const listeners: (() => void)[] = []
  const written: string[] = []
  let read = 0
  const stdio: Stdio = {
    input: Readable.from(
      (async function* () {
        for (; read < 5; read += 1) yield Buffer.from(`${ping}\n`)
      })(),
      { highWaterMark: 1 },
    ),
    output: {
      write: (text) => written.push(text) < 0,
      once: (event, listener) => event === 'drain' && listeners.push(listener),
    },
    log: () => undefined,
  }
  const served = serveStdio(createServer({ name: 'x', version: '0', tools: [] }), stdio)
  for (let turn = 0; turn < 5; turn += 1) await settled()
  expect(read).toBeLessThan(5)
  for (let turn = 0; turn < 20; turn += 1) {
    for (const drain of listeners.splice(0)) drain()
    await settled()
  }
  await served
  expect(written.join('')).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n'.repeat(5))
})

test('a client that is gone ends the server quietly', async () => {
  let fail: (() => void) | undefined
  const input = new Readable({ read() {} })
  input.push(`${ping}\n`)
  const output: Stdio['output'] = {
    write: () => {
      fail?.()
      return false
    },
    once: (event, listener) => {
      if (event === 'error') fail = listener
    },
  }
  await serveStdio(createServer({ name: 'x', version: '0', tools: [] }), { input, output, log: () => undefined })
  expect(input.destroyed).toBe(true)
})

test('any bytes leave the server running, and each request gets exactly one answer', async () => {
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from([...bytes, 10]))
  const json = fc.json({ maxDepth: 4 }).map((text) => Buffer.from(`${text}\n`))
  const request = fc
    .record({
      method: fc.constantFrom('ping', 'tools/list', 'tools/call', 'initialize', 'server/discover', 'x'),
      params: fc.oneof(
        fc.constant({ name: 'echo_text', arguments: { text: 'hi' } }),
        fc.constant({ name: 'echo_text', arguments: [] }),
        fc.constant({ _meta: meta, name: 'echo_text', arguments: { text: 'hi' } }),
        fc.constant({ protocolVersion: '2025-03-26' }),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    })
    .map((body) => ({ request: body }))
  const step = fc.oneof(
    noise.map((bytes) => ({ bytes })),
    json.map((bytes) => ({ bytes })),
    request,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(fc.nat({ max: 99 })), async (steps, cuts) => {
      const ids: string[] = []
      const bytes = steps.map((one) => {
        if ('bytes' in one) return one.bytes
        ids.push(`ours-${ids.length}`)
        return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: ids.at(-1), ...one.request })}\n`)
      })
      const answers = await exchange(...chunksOf(Buffer.concat([...bytes, Buffer.from(`${ping}\n`)]), cuts))
      const flat = answers.flat().map(({ id }) => id)
      expect(
        flat
          .filter((id) => String(id).startsWith('ours-'))
          .map(String)
          .toSorted(byText),
      ).toEqual(ids.toSorted(byText))
      expect(flat).toContain(1)
    }),
  )
})

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
})

function call(id: string | number, name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
}

async function exchange(...chunks: (string | Buffer)[]): Promise<{ id: unknown }[]> {
  const { stdio, written } = channels(chunks)
  await serveStdio(createServer({ name: 'x', version: '0', tools: [echo] }), stdio)
  const lines = written.join('').split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line))
}

function channels(chunks: readonly (string | Buffer)[]): { stdio: Stdio; written: string[] } {
  const written: string[] = []
  const stdio: Stdio = {
    input: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    output: { write: (text) => written.push(text) > 0, once: () => undefined },
    log: () => undefined,
  }
  return { stdio, written }
}

function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const chunks: Buffer[] = []
  let start = 0
  for (const size of cuts) {
    chunks.push(bytes.subarray(start, start + size))
    start += size
  }
  return [...chunks, bytes.subarray(start)]
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

function byText(one: string, other: string): number {
  return one.localeCompare(other)
}

test('a line that cannot be answered does not lose the others of its chunk', async () => {
  const server = createServer({ name: 'x', version: '0', tools: [] })
  let calls = 0
  const broken: Server = {
    ...server,
    handle(message, peer) {
      calls += 1
      if (calls === 1) throw new Error('first')
      return calls === 2 ? Promise.reject(new Error('second')) : server.handle(message, peer)
    },
  }
  const { stdio, written } = channels([`${ping}\n${ping}\n${ping}\n`])
  const lines: string[] = []
  await serveStdio(broken, { ...stdio, log: (line) => lines.push(line) })
  expect(written.join('')).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n')
  expect(lines.map((line) => line.split('\n')[0])).toEqual(['Error: first', 'Error: second'])
})
