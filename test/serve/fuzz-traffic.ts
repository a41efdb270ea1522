import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as fc from 'fast-check'
import { createServer, listen, prompt, resource, type Server } from '../../src/serve/index.ts'
import type { Tool } from '../../src/tool/index.ts'

/** A request as an official client has sent it. */
export interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const tools: readonly Tool[] = [
  {
    name: 'find_order',
    inputSchema: {
      type: 'object',
      properties: {
        order_id: { type: 'string', pattern: '^PT-\\d{4}$' },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { sku: { type: 'string' }, n: { type: 'integer' } } },
        },
        since: { type: 'string', format: 'date-time' },
      },
      required: ['order_id'],
    },
    run: (args) => ({ ...args }),
  },
  {
    name: 'take_steps',
    inputSchema: { type: 'object' },
    run(_, { progress, log }) {
      progress(1, 2)
      log('on the way')
      return 'done'
    },
  },
  {
    name: 'ask_first',
    inputSchema: { type: 'object' },
    async run(_, { ask }) {
      const { ok } = await ask('Go on?', { type: 'object', properties: { ok: { type: 'boolean' } } })
      return String(ok)
    },
  },
  { name: 'refund_order', inputSchema: { type: 'object' }, idempotency: {}, run: () => 'refunded' },
  { name: 'fail', inputSchema: { type: 'object' }, run: () => Promise.reject(new TypeError('inside')) },
  { name: 'never_end', inputSchema: { type: 'object' }, timeout: 50, run: () => new Promise(() => undefined) },
]

/** A server with something of everything. */
export function createTarget(log: (line: string) => void = () => undefined): Server {
  return createServer({
    name: 'target',
    version: '1.0.0',
    tools,
    log,
    timeoutMs: 200,
    questionMs: 50,
    resources: [
      resource('shop://receipts/{id}', { name: 'receipt', read: ({ id }) => `receipt ${id}` }),
      resource('shop://terms', { name: 'terms', read: () => 'terms' }),
    ],
    prompts: [
      prompt({
        name: 'complain',
        description: 'Complain.',
        arguments: { id: { description: 'Which.' } },
        render: () => 'x',
      }),
    ],
  })
}

/** What official clients of both eras send when they do something of everything. */
export async function recordTraffic(): Promise<Sent[]> {
  const listening = await listen(createTarget())
  const sent: Sent[] = []
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client(
      { name: 'recorded', version: '1.0.0' },
      { capabilities: { elicitation: {}, roots: {} }, versionNegotiation: { mode } },
    )
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { ok: true } }))
    const record: typeof fetch = async (input, init) => {
      const { method, headers } = new Request(input, init)
      const body = typeof init?.body === 'string' ? init.body : ''
      sent.push({ method, headers: Object.fromEntries(headers), body })
      return await fetch(input, init)
    }
    const transport = new StreamableHTTPClientTransport(new URL(listening.url), { fetch: record })
    await client.connect(transport)
    await client.listTools()
    await client.callTool({ name: 'find_order', arguments: { order_id: 'PT-1042', lines: [{ sku: 'a', n: 2 }] } })
    await client.callTool({ name: 'take_steps', arguments: {} }, { onprogress: () => undefined })
    await client.callTool({ name: 'ask_first', arguments: {} })
    await client.callTool({ name: 'refund_order', arguments: {} })
    await client.readResource({ uri: 'shop://receipts/7' })
    await client.getPrompt({ name: 'complain', arguments: { id: '7' } })
    await client.close()
  }
  await listening.close()
  return sent
}

/** Bytes of which some were changed, lost, doubled or put in. */
export function mutatedBytes(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom('change', 'lose', 'double', 'put', 'cut'),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  })
  return fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([whole, edits]) =>
    edits.reduce((now, { at, kind, bytes }) => {
      const from = Math.floor(at * now.length)
      const to = Math.min(now.length, from + bytes.length)
      const [before, middle, after] = [now.subarray(0, from), now.subarray(from, to), now.subarray(to)]
      switch (kind) {
        case 'change':
          return Buffer.concat([before, bytes, after])
        case 'lose':
          return Buffer.concat([before, after])
        case 'double':
          return Buffer.concat([before, middle, middle, after])
        case 'put':
          return Buffer.concat([before, bytes, middle, after])
        case 'cut':
          return before
      }
    }, Buffer.from(whole)),
  )
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, -0, 1e308, 2 ** 53, '', '__proto__', '\u0000', '\uD800', [], {}, [[]]),
  fc.constantFrom<unknown>('tools/call', 'initialize', 'notifications/cancelled', '2026-07-28', '2025-03-26', 'held/x'),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant('x'.repeat(100_000)),
  fc.integer({ min: 60, max: 200 }).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
)

/** A message of which some parts are something else, somewhere else, or gone. */
export function mutatedMessage(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({
    path: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 5 }),
    kind: fc.constantFrom('replace', 'delete', 'rename', 'wrap'),
    value: odd,
  })
  return fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([whole, edits]) => {
    const message = JSON.parse(whole) as unknown
    return JSON.stringify(edits.reduce((now, { path, kind, value }) => change(now, path, { kind, value }), message))
  })
}

function change(
  value: unknown,
  [first = 0, ...rest]: readonly number[],
  how: { kind: string; value: unknown },
): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return how.value
  const entries = Object.entries(value)
  const at = first % entries.length
  const changed = entries.flatMap(([key, part], index): [string, unknown][] => {
    if (index !== at) return [[key, part]]
    if (rest.length > 0) return [[key, change(part, rest, how)]]
    if (how.kind === 'delete') return []
    if (how.kind === 'rename') return [['constructor', part]]
    return [[key, how.kind === 'wrap' ? [part, part] : how.value]]
  })
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}
