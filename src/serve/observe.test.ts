import { context, type Span, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '../ledger/index.ts'
import { type Tool, ToolError, type UnknownObject } from '../tool/index.ts'
import { createServer, logCalls, openTracing, type Observer } from './index.ts'
import { createPeer } from './peer.ts'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const
let seen: Span | undefined

const tools: readonly Tool[] = [
  {
    name: 'find_order',
    inputSchema,
    annotations: { readOnlyHint: true },
    async run({ id }) {
      seen = trace.getSpan(context.active())
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (id === 'none') throw new ToolError('There is no such order.')
      if (id === 'odd') throw new TypeError('secret detail')
      return `order ${String(id)}`
    },
  },
  {
    name: 'refund_order',
    inputSchema,
    idempotency: {},
    async run({ id }) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (id === 'lost') throw new TypeError('The connection broke.')
      return 'refunded'
    },
  },
  { name: 'cancel_order', inputSchema, run: async (_, { confirm }) => await confirm('Cancel it?', () => 'cancelled') },
]

let now = 1_000_000

function serverWith(observer: Observer) {
  return createServer({
    name: 'shop',
    version: '1.0.0',
    tools,
    ledger: memoryStore({ now: () => now }),
    observers: [observer],
  })
}

function call(server: ReturnType<typeof serverWith>, name: string, params: UnknownObject = {}): Promise<UnknownObject> {
  const all = { name, arguments: { id: 'PT-1' }, _meta: meta, ...params }
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: all }
  return Promise.resolve(server.handle(message, createPeer({ caller: 'ada@example.com' }))).then((text) =>
    JSON.parse(text ?? '{}'),
  )
}

describe('the log of calls', () => {
  const records: UnknownObject[] = []
  const server = serverWith(logCalls({ write: (record) => records.push(record), secret: 's', now: () => now }))
  beforeEach(() => {
    records.length = 0
  })

  test('says of a call when, which, whose, how long and what became of it, and nothing of what it was about', async () => {
    const calling = call(server, 'find_order')
    now += 12
    await calling
    expect(records).toEqual([
      {
        time: '1970-01-01T00:16:40.012Z',
        level: 'info',
        message: 'find_order executed',
        request: 7,
        tool: 'find_order',
        caller: expect.stringMatching(/^[0-9a-f]{12}$/),
        ms: 12,
        outcome: 'executed',
      },
    ])
  })

  test.each([
    ['find_order', { arguments: { id: 'none' } }, 'failed', 'warning'],
    ['find_order', { arguments: { id: 'odd' } }, 'failed', 'warning'],
    ['find_order', { arguments: {} }, 'refused', 'warning'],
    ['no_tool', {}, 'refused', 'warning'],
    ['refund_order', { arguments: { id: 'lost' } }, 'unknown', 'error'],
    ['refund_order', { arguments: { id: 'lost' } }, 'unknown', 'error'],
    ['cancel_order', {}, 'asked', 'info'],
  ])('tells of %s %j: %s', async (name, params, outcome, level) => {
    await call(server, name, params)
    expect(records).toMatchObject([{ tool: name === 'no_tool' ? null : name, outcome, level }])
  })

  test('tells a call that acts from one that waits for it, and from one that comes later', async () => {
    await Promise.all([call(server, 'refund_order'), call(server, 'refund_order')])
    await call(server, 'refund_order')
    expect(records.map(({ outcome }) => outcome)).toEqual(['executed', 'joined', 'replayed'])
  })

  test('tells of a person’s no', async () => {
    const { result } = await call(server, 'cancel_order')
    const { requestState, inputRequests } = result as { requestState: string; inputRequests: object }
    const [key = ''] = Object.keys(inputRequests)
    await call(server, 'cancel_order', { requestState, inputResponses: { [key]: { action: 'decline' } } })
    expect(records.map(({ outcome }) => outcome)).toEqual(['asked', 'refused'])
  })

  test('does not disturb where it fails', async () => {
    const broken = serverWith(logCalls({ write: () => expect.unreachable() }))
    expect(await call(broken, 'find_order')).toMatchObject({ result: { content: [{ text: 'order PT-1' }] } })
  })
})

test('there is no tracing where nobody has set it up', async () => {
  expect(await openTracing({ transport: 'pipe', version: '1' })).toBeUndefined()
})

describe('tracing', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  let server: ReturnType<typeof serverWith>
  beforeAll(async () => {
    provider.register()
    server = serverWith((await openTracing({ transport: 'pipe', version: '1' })) as Observer)
  })
  beforeEach(() => exporter.reset())
  afterAll(async () => {
    await provider.shutdown()
    trace.disable()
    context.disable()
  })

  test('makes a span of a call, under the client’s, with the names of the conventions', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await call(server, 'find_order', { _meta: { ...meta, traceparent } })
    const [span] = exporter.getFinishedSpans()
    expect(span).toMatchObject({
      name: 'tools/call find_order',
      kind: 1,
      status: { code: 0 },
      parentSpanContext: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' },
      attributes: {
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': '2026-07-28',
        'jsonrpc.request.id': '7',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'find_order',
        'network.transport': 'pipe',
        'verbnoun.outcome': 'executed',
      },
    })
    expect(seen?.spanContext()).toEqual(span?.spanContext())
  })

  test('marks what failed in the server, and not what the client did wrong', async () => {
    await call(server, 'find_order', { arguments: { id: 'none' } })
    await call(server, 'no_tool')
    expect(exporter.getFinishedSpans()).toMatchObject([
      { status: { code: 2 }, attributes: { 'error.type': 'tool_error' } },
      { name: 'tools/call', status: { code: 0 }, attributes: { 'rpc.response.status_code': '-32602' } },
    ])
  })

  test('a request that names nothing has the name of its method', async () => {
    const message = { jsonrpc: '2.0', id: 'list', method: 'tools/list', params: { _meta: meta } }
    await server.handle(message, createPeer())
    expect(exporter.getFinishedSpans()).toMatchObject([
      { name: 'tools/list', attributes: { 'jsonrpc.request.id': 'list' } },
    ])
  })
})
