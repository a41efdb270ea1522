import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen, serveStdio } from '../../src/serve/index.ts'
import { createTarget, mutatedBytes, mutatedMessage, recordTraffic, type Sent } from './fuzz-traffic.ts'

/** How often each law is tried: `VERBNOUN_FUZZ=20000` for an afternoon of it. */
const numRuns = Number(process.env['VERBNOUN_FUZZ'] ?? 100)
const bounded = { numRuns, interruptAfterTimeLimit: numRuns * 60 }
const timeout = 20_000 + numRuns * 60

let traffic: Sent[]
let bodies: fc.Arbitrary<string>
beforeAll(async () => {
  traffic = await recordTraffic()
  bodies = fc.constantFrom(...traffic.map(({ body }) => body).filter((body) => body !== ''))
})

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('over stdio', () => {
  test('lines with bytes that are wrong lose no other line', { timeout }, async () => {
    const lines = fc.array(mutatedBytes(bodies), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(lines, async (wrong) => {
        expect(lastAnswers(await say(wrong))).toBe(1)
      }),
      bounded,
    )
  })

  test('messages with parts that are wrong lose no other message', { timeout }, async () => {
    const lines = fc.array(fc.oneof(bodies, mutatedMessage(bodies)), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(lines, async (wrong) => {
        expect(lastAnswers(await say(wrong.map((line) => Buffer.from(line))))).toBe(1)
      }),
      bounded,
    )
  })
})

describe('over HTTP', () => {
  let listening: Listening
  let told: string[]
  beforeAll(async () => {
    told = []
    listening = await listen(createTarget(), { requestMs: 2000, graceMs: 100, log: (line) => told.push(line) })
  })
  afterAll(() => listening.close())

  /** What a socket is told that sends these bytes. A request that is whole needs no end. */
  async function tell(bytes: Buffer, isWhole = false): Promise<string> {
    const socket = connect(listening.port, '127.0.0.1').on('error', () => undefined)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('text/event-stream')) socket.destroy()
    })
    if (isWhole) socket.write(bytes)
    else socket.end(bytes)
    await once(socket, 'close')
    return text
  }

  test('bytes that are wrong are answered or cut off, and nothing fails inside', { timeout }, async () => {
    const requests = mutatedBytes(fc.constantFrom(...traffic).map(written))
    await fc.assert(
      fc.asyncProperty(requests, async (bytes) => {
        expect(await tell(bytes)).toMatch(/^$|^HTTP\/1\.1 (?!5)\d\d\d /)
      }),
      bounded,
    )
    expect([await toolsOf(listening.url), told]).toEqual([6, []])
  })

  test(
    'requests with a body, a header or a method of another are answered, and nothing fails inside',
    { timeout },
    async () => {
      const header = fc.constantFrom(...new Set(traffic.flatMap(({ headers }) => Object.keys(headers))))
      const value = fc.oneof(
        fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCodePoint(code)), maxLength: 30 }),
        fc.constantFrom(...new Set(traffic.flatMap(({ headers }) => Object.values(headers)))),
        fc.constant('=?base64?w6k=?='),
      )
      const mixed = fc.record({
        method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT', 'OPTIONS', 'PATCH'),
        like: fc.constantFrom(...traffic),
        headers: fc.dictionary(header, fc.option(value), { maxKeys: 3, noNullPrototype: true }),
        body: fc.oneof(bodies, mutatedMessage(bodies)),
      })
      await fc.assert(
        fc.asyncProperty(mixed, async ({ method, like, headers, body }) => {
          const all = Object.entries({ ...like.headers, ...headers }).filter(
            (entry): entry is [string, string] => entry[1] !== null,
          )
          const sent = { method, headers: Object.fromEntries(all), body }
          expect(await tell(Buffer.from(written(sent)), true)).toMatch(/^HTTP\/1\.1 (?!5)\d\d\d /)
        }),
        bounded,
      )
      expect([await toolsOf(listening.url), told]).toEqual([6, []])
    },
  )
})

/** Says these lines to a server, and then what is right. Gives the lines that it says until it is done. */
async function say(lines: readonly Buffer[]): Promise<string[]> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const told: string[] = []
  let text = ''
  output.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const serving = serveStdio(createTarget(), { input, output, log: (line) => told.push(line), graceMs: 1000 })
  for (const line of lines) input.write(Buffer.concat([line, Buffer.from('\n')]))
  const last = { jsonrpc: '2.0', id: 'the last', method: 'tools/list', params: { _meta: meta } }
  input.end(`${JSON.stringify(last)}\n`)
  await serving
  if (told.length > 0) throw new Error(told.join('\n'))
  return text.split('\n').filter((line) => line !== '')
}

/** How often the last was answered. Throws where a line is no message. */
function lastAnswers(lines: readonly string[]): number {
  const messages = lines.flatMap((line) => JSON.parse(line) as { id?: unknown; jsonrpc?: unknown })
  if (messages.some(({ jsonrpc }) => jsonrpc !== '2.0'))
    throw new Error(`Not all of these are messages: ${lines.join('\n')}`)
  return messages.filter(({ id }) => id === 'the last').length
}

/** What stands on the line when a request is sent. */
function written({ method, headers, body }: Sent): string {
  const all = { ...headers, host: 'localhost', connection: 'close', 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** How many tools a client is shown that does all right. */
async function toolsOf(url: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
  })
  const { result } = (await response.json()) as { result: { tools: object[] } }
  return result.tools.length
}
