import { expect, test } from 'vitest'
import type { Tool } from '../tool/index.ts'
import { converse, envelope } from './conversation.cases.ts'
import { prompt } from './prompt.ts'
import { resource } from './resource.ts'
import { createServer, type Server } from './server.ts'

const greet: Tool = {
  name: 'greet_person',
  description: 'Greet someone.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run: ({ name }) => `Hello, ${String(name)}!`,
}
const modern = envelope()._meta
const stamp = { 'io.modelcontextprotocol/serverInfo': { name: 'shop', version: '1.0.0' } }

test('initialize settles the revision that the client asks for', async () => {
  expect(await conversation().initialize('2025-06-18')).toEqual({
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true }, logging: {} },
    serverInfo: { name: 'shop', version: '1.0.0' },
    instructions: 'Be kind.',
  })
})

test('an unknown version is answered with the newest that begins this way', async () => {
  expect(await conversation().initialize('2030-01-01')).toMatchObject({ protocolVersion: '2025-11-25' })
})

test('server/discover says what the envelope may name', async () => {
  expect(await conversation().request('server/discover', { _meta: modern })).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true }, logging: {} },
    instructions: 'Be kind.',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: stamp,
  })
})

test('a tool is listed and called in an older revision', async () => {
  const { initialize, request } = conversation()
  await initialize('2025-11-25')
  expect(await request('tools/list')).toEqual({
    tools: [{ name: 'greet_person', description: 'Greet someone.', inputSchema: greet.inputSchema }],
  })
  expect(await request('tools/call', { name: 'greet_person', arguments: { name: 'Ada' } })).toEqual({
    content: [{ type: 'text', text: 'Hello, Ada!' }],
  })
})

test('a tool is listed and called with an envelope', async () => {
  const { request } = conversation()
  expect(await request('tools/list', { _meta: modern })).toEqual({
    resultType: 'complete',
    tools: [{ name: 'greet_person', description: 'Greet someone.', inputSchema: greet.inputSchema }],
    ttlMs: 0,
    cacheScope: 'private',
    _meta: stamp,
  })
  const call = { name: 'greet_person', arguments: { name: 'Ada' }, _meta: modern }
  expect(await request('tools/call', call)).toEqual({
    resultType: 'complete',
    content: [{ type: 'text', text: 'Hello, Ada!' }],
    _meta: stamp,
  })
})

test('both kinds of client share one connection', async () => {
  const { initialize, request } = conversation()
  await initialize('2024-11-05')
  expect(await request('tools/list', { _meta: modern })).toMatchObject({ resultType: 'complete' })
  expect(await request('tools/list')).not.toHaveProperty('resultType')
})

test('what a revision lacks is not found', async () => {
  const { initialize, request } = conversation()
  await initialize('2025-11-25')
  expect(await request('server/discover')).toEqual({ code: -32_601, message: 'Method not found: server/discover' })
  expect(await request('ping', { _meta: modern })).toEqual({ code: -32_601, message: 'Method not found: ping' })
  expect(await request('tools/pause')).toEqual({ code: -32_601, message: 'Method not found: tools/pause' })
})

test('before any handshake a ping is answered, and a list says what is missing', async () => {
  const { request } = conversation()
  expect(await request('ping')).toEqual({})
  expect(await request('tools/list')).toEqual({
    code: -32_602,
    message:
      'Invalid params: send "io.modelcontextprotocol/protocolVersion" and "io.modelcontextprotocol/clientCapabilities" in params._meta, or initialize first.',
  })
  expect(await request('no/such')).toMatchObject({ code: -32_601 })
})

test('an envelope that names an unknown version learns the known ones', async () => {
  const unknown = { ...modern, 'io.modelcontextprotocol/protocolVersion': '1999-01-01' }
  expect(await conversation().request('tools/list', { _meta: unknown })).toEqual({
    code: -32_022,
    message: 'Unsupported protocol version',
    data: { supported: ['2026-07-28'], requested: '1999-01-01' },
  })
})

test('an envelope without capabilities is refused', async () => {
  const bare = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  expect(await conversation().request('tools/list', { _meta: bare })).toMatchObject({ code: -32_602 })
})

test('an unknown tool is an error with near names', async () => {
  const { request } = conversation()
  expect(await request('tools/call', { name: 'greet_persn', _meta: modern })).toEqual({
    code: -32_602,
    message: 'Unknown tool: greet_persn. Did you mean greet_person?',
  })
  expect(await request('tools/call', { name: 'constructor', _meta: modern })).toMatchObject({ code: -32_602 })
  expect(await request('tools/call', { _meta: modern })).toMatchObject({ code: -32_602 })
})

test('wrong arguments are a result that a model can read', async () => {
  const result = await conversation().request('tools/call', { name: 'greet_person', arguments: {}, _meta: modern })
  expect(result).toMatchObject({ isError: true, resultType: 'complete' })
})

test('an error that was not meant for the model reaches the log only', async () => {
  const lines: string[] = []
  const { request } = conversation([{ ...greet, run: failInside }], (line) => lines.push(line))
  const result = await request('tools/call', { name: 'greet_person', arguments: { name: 'Ada' }, _meta: modern })
  expect(JSON.stringify(result)).not.toContain('secret')
  expect(lines.join('\n')).toMatch(
    /greet_person failed \(ref \w+\): TypeError: postgres:[^]*Extend ToolError to show it/,
  )
})

test('a long list comes in pages, sorted by name, and a foreign cursor is refused', async () => {
  const tools = Array.from({ length: 600 }, (_, at) => ({
    ...greet,
    name: `tool_${String(599 - at).padStart(3, '0')}`,
  }))
  const { request } = conversation(tools)
  const names: string[] = []
  let cursor: string | undefined
  const sizes: number[] = []
  do {
    const page = await request('tools/list', { ...(cursor === undefined ? {} : { cursor }), _meta: modern })
    const { tools: listed, nextCursor } = page as { tools: { name: string }[]; nextCursor?: string }
    names.push(...listed.map(({ name }) => name))
    sizes.push(listed.length)
    cursor = nextCursor
  } while (cursor !== undefined)
  expect(sizes).toEqual([250, 250, 100])
  expect(names).toEqual(tools.map(({ name }) => name).toSorted())
  for (const wrong of ['', 'nonsense', 'from-1', 7])
    expect(await request('tools/list', { cursor: wrong, _meta: modern })).toMatchObject({ code: -32_602 })
})

test('a cancelled call has its signal aborted and gets no answer', async () => {
  let reason: unknown
  const slow: Tool = {
    ...greet,
    run: (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve('too late')
        })
      }),
  }
  const { server, peer, initialize } = conversation([slow])
  await initialize('2025-11-25')
  const call = { name: 'greet_person', arguments: { name: 'Ada' } }
  const answer = server.handle({ jsonrpc: '2.0', id: 'slow', method: 'tools/call', params: call }, peer)
  const cancelled = { requestId: 'slow', reason: 'changed my mind' }
  expect(server.handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled }, peer)).toBeUndefined()
  expect(reason).toBe('changed my mind')
  expect(await answer).toBeUndefined()
  expect(peer.running.size).toBe(0)
})

test('an id that is in use is refused', async () => {
  let finish: ((text: string) => void) | undefined
  const run = (): Promise<string> => new Promise((resolve) => (finish = resolve))
  const { server, peer } = conversation([{ ...greet, run }])
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'greet_person', arguments: { name: 'Ada' }, _meta: modern },
  }
  const first = server.handle(request, peer)
  expect(JSON.parse(String(await server.handle(request, peer)))).toMatchObject({ id: 1, error: { code: -32_600 } })
  finish?.('done')
  expect(JSON.parse(String(await first))).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } })
})

test('a revision with batches answers them in one array, without the notifications', async () => {
  const { server, peer, initialize } = conversation()
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'no/such' },
    7,
  ]
  expect(JSON.parse(String(await server.handle(batch, peer)))).toMatchObject({ id: null, error: { code: -32_600 } })
  await initialize('2025-03-26')
  expect(JSON.parse(String(await server.handle(batch, peer)))).toMatchObject([
    { id: 1, result: {} },
    { id: 2, error: { code: -32_601 } },
    { id: null, error: { code: -32_600 } },
  ])
  expect(await server.handle([{ jsonrpc: '2.0', method: 'notifications/initialized' }], peer)).toBeUndefined()
  expect(JSON.parse(String(await server.handle([], peer)))).toMatchObject({ id: null, error: { code: -32_600 } })
})

test('two tools of one name, and a name that a client would refuse, are a mistake at once', () => {
  expect(() => serverOf('a', 'b', 'a')).toThrow('Two tools are named "a".')
  expect(() => serverOf('refund order')).toThrow('"refund order" is no name for a tool')
})

test('listTools shows the tools as the newest revision would, without what is private', () => {
  const tool: Tool = {
    ...greet,
    inputSchema: { type: 'object', properties: { when: { type: 'string', format: 'date-time', 'x-codec': 'date' } } },
  }
  expect(createServer({ ...info, tools: [tool] }).listTools()).toEqual([
    {
      name: 'greet_person',
      description: 'Greet someone.',
      inputSchema: { type: 'object', properties: { when: { type: 'string', format: 'date-time' } } },
    },
  ])
})

const info = { name: 'shop', version: '1.0.0', instructions: 'Be kind.' }

function failInside(): never {
  throw new TypeError('postgres://user:secret@db')
}

function serverOf(...names: string[]): Server {
  return createServer({ ...info, tools: names.map((name) => ({ ...greet, name })) })
}

function conversation(
  tools: readonly Tool[] = [greet],
  log: (line: string) => void = () => undefined,
): ReturnType<typeof converse> {
  return converse({ ...info, tools, log })
}

test.each<[string, (long: string) => object]>([
  ['tools/call', (name) => ({ name })],
  ['resources/read', (uri) => ({ uri })],
  ['prompts/get', (name) => ({ name })],
  ['x'.repeat(5000), () => ({})],
])('what %s asks for that is not there is repeated by its beginning', async (method, params) => {
  const { request } = converse({
    resources: [resource('a://b', { name: 'b', read: () => 'b' })],
    prompts: [prompt({ name: 'c', render: () => 'c' })],
  })
  const error = JSON.stringify(await request(method, { ...params('x'.repeat(5000)), ...envelope() }))
  expect(error).toContain('x…')
  expect(error.length).toBeLessThan(400)
})

test('a request whose _meta is no object is refused', async () => {
  const { initialize, request } = converse({})
  await initialize('2025-11-25')
  for (const _meta of [7, null, []]) expect(await request('ping', { _meta })).toMatchObject({ code: -32_602 })
})
