import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tool } from '../../tool/index.ts'
import { createServer, type Server } from '../server.ts'
import type { HttpOptions } from './endpoint.ts'

const add: Tool = {
  name: 'add_numbers',
  inputSchema: { type: 'object', properties: { a: { type: 'integer', 'x-mcp-header': 'A' }, b: { type: 'integer' } } },
  run: ({ a, b }) => `${Number(a) + Number(b)}`,
}
const steps: Tool = {
  name: 'take_steps',
  inputSchema: { type: 'object' },
  run(_, { progress }) {
    progress(1, 2)
    return 'done'
  },
}
const url = 'http://localhost:3000/mcp'
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const plain = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function serverOf(http: HttpOptions = {}, tools: readonly Tool[] = [add, steps]): Server {
  return createServer({ name: 'shop', version: '1.0.0', tools, http, log: () => undefined })
}

function post(server: Server, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return server.fetch(new Request(url, { method: 'POST', body: text, headers: { ...plain, ...headers } }))
}

/** A call with the headers that belong to it. */
function call(server: Server, args: object, headers: Record<string, string> = {}): Promise<Response> {
  const params = { name: 'add_numbers', arguments: args, _meta: meta }
  const mirrored = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'add_numbers' }
  return post(server, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { ...mirrored, ...headers })
}

async function begin(server: Server, version = '2025-11-25'): Promise<Record<string, string>> {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '0' } }
  const response = await post(server, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  expect(response.status).toBe(200)
  return { 'mcp-session-id': String(response.headers.get('mcp-session-id')), 'mcp-protocol-version': version }
}

function listen(server: Server, headers: Record<string, string>, method = 'GET'): Promise<Response> {
  return server.fetch(new Request(url, { method, headers: { accept: 'text/event-stream', ...headers } }))
}

describe('a client that says in each request what it speaks', () => {
  test('is answered in JSON', async () => {
    const response = await call(serverOf(), { a: 2, b: 40 }, { 'mcp-param-a': '2' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.has('mcp-session-id')).toBe(false)
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ text: '42' }] } })
  })

  test('is answered as a stream of events where something was said before the answer', async () => {
    const params = { name: 'take_steps', _meta: { ...meta, progressToken: 'p' } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'take_steps' }
    const response = await post(serverOf(), { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const events = dataOf(await response.text())
    expect(events).toMatchObject([{ method: 'notifications/progress' }, { id: 1, result: {} }])
  })

  test.each([
    ['no version', { 'mcp-protocol-version': '' }, {}],
    ['another version', { 'mcp-protocol-version': '2025-11-25' }, {}],
    ['another method', { 'mcp-method': 'tools/list' }, {}],
    ['another name', { 'mcp-name': 'add_numbrs' }, {}],
    ['a name that is no base64', { 'mcp-name': '=?base64?a?=' }, {}],
    ['another argument', { 'mcp-param-a': '3' }, { a: 2 }],
    ['no argument', {}, { a: 2 }],
    ['an argument that is not sent', { 'mcp-param-a': '3' }, {}],
  ])('whose headers have %s is refused', async (_, headers, args) => {
    const response = await call(serverOf(), args, headers)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_020 } })
  })

  test('may encode a name, and write an integer its own way', async () => {
    const name = `=?base64?${Buffer.from('add_numbers').toString('base64')}?=`
    const response = await call(serverOf(), { a: 2, b: 1 }, { 'mcp-name': name, 'mcp-param-a': '2.0' })
    expect(await response.json()).toMatchObject({ result: { content: [{ text: '3' }] } })
  })

  test.each([
    ['tools/pause', 404, -32_601],
    ['ping', 404, -32_601],
  ])('that asks for %s gets %i', async (method, status, code) => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }
    const response = await post(serverOf(), { jsonrpc: '2.0', id: 7, method, params: { _meta: meta } }, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ id: 7, error: { code } })
  })

  test('that goes away cancels its call', async () => {
    const aborted = new Promise((resolve) => {
      const wait: Tool = {
        ...steps,
        run: (_, { signal, progress }) => {
          signal.addEventListener('abort', resolve)
          progress(1)
          return new Promise(() => undefined)
        },
      }
      const params = { name: 'take_steps', _meta: { ...meta, progressToken: 'p' } }
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'take_steps' }
      void post(serverOf({}, [wait]), { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers).then(
        (response) => response.body?.cancel(),
      )
    })
    expect(await aborted).toBeDefined()
  })

  test('that notifies gets no answer', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28' }
    const response = await post(serverOf(), { jsonrpc: '2.0', method: 'notifications/cancelled' }, headers)
    expect([response.status, await response.text()]).toEqual([202, ''])
  })
})

describe('a client that begins with initialize', () => {
  test('has a session, until it ends it', async () => {
    const server = serverOf()
    const session = await begin(server)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect(await (await post(server, list, session)).json()).toMatchObject({ id: 1, result: { tools: [{}, {}] } })
    expect((await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' }, session)).status).toBe(202)
    expect((await listen(server, session, 'DELETE')).status).toBe(204)
    expect((await post(server, list, session)).status).toBe(404)
    expect((await listen(server, session, 'DELETE')).status).toBe(404)
  })

  test('without a session, or with a version that is none, is refused', async () => {
    const server = serverOf()
    const session = await begin(server)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await post(server, list)).status).toBe(400)
    expect((await post(server, list, { ...session, 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await listen(server, {})).status).toBe(405)
    expect((await listen(server, {}, 'PUT')).status).toBe(405)
  })

  test('hears what belongs to no request on one stream of its own', async () => {
    const server = serverOf()
    const session = await begin(server)
    const response = await listen(server, session)
    expect((await listen(server, session)).status).toBe(409)
    server.update({ tools: [add] })
    const events = await readEvents(response, 1)
    expect(dataOf(events)).toMatchObject([{ method: 'notifications/tools/list_changed' }])
  })

  test('resumes a stream after the last event that it has seen', async () => {
    const server = serverOf()
    const session = await begin(server)
    const params = { name: 'take_steps', _meta: { progressToken: 'p' } }
    const response = await post(server, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, session)
    const events = (await response.text()).trim().split('\n\n')
    const ids = events.map((event) => /^id: (.*)$/m.exec(event)?.[1])
    expect(events.map((event) => /^data: ?(.*)$/m.exec(event)?.[1] ?? '').map((data) => data !== '')).toEqual([
      false,
      true,
      true,
    ])
    const again = await listen(server, { ...session, 'last-event-id': String(ids[1]) })
    expect(dataOf(await again.text())).toMatchObject([{ id: 1, result: {} }])
    expect((await listen(server, { ...session, 'last-event-id': '99-1' })).status).toBe(404)
  })

  test('of a revision that does not know empty events gets none', async () => {
    const server = serverOf()
    const session = await begin(server, '2025-06-18')
    const params = { name: 'take_steps', _meta: { progressToken: 'p' } }
    const response = await post(server, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, session)
    expect((await response.text()).trim().split('\n\n')).toHaveLength(2)
  })

  test('sends a batch where its revision has them', async () => {
    const server = serverOf()
    const session = await begin(server, '2025-03-26')
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ]
    expect(await (await post(server, batch, session)).json()).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  test('cannot use the session of another caller', async () => {
    const server = serverOf({ caller: (header) => header('x-user') ?? 'nobody' })
    const session = await begin(server)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(server, ping, { ...session, 'x-user': 'mallory' })).status).toBe(404)
    expect((await post(server, ping, session)).status).toBe(200)
  })

  test('loses its session when it is idle too long', async () => {
    let time = 0
    const server = serverOf({ now: () => time, sessionIdleMs: 1000 })
    const session = await begin(server)
    time = 999
    expect((await post(server, { jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status).toBe(200)
    time = 1998
    expect((await post(server, { jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status).toBe(200)
    time = 3000
    expect((await post(server, { jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status).toBe(404)
  })

  test('makes place for others when it was idle longest, but not while it listens', async () => {
    let time = 0
    const server = serverOf({ sessionLimit: 2, now: () => time })
    const [listening, idle] = [await begin(server), await begin(server)]
    await listen(server, listening)
    time = 60_000
    await begin(server)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(server, ping, listening)).status).toBe(200)
    expect((await post(server, ping, idle)).status).toBe(404)
  })
})

describe('a session that was used within the last minute', () => {
  test('is not ended for a new one', async () => {
    let time = 0
    const server = serverOf({ sessionLimit: 1, now: () => time })
    const session = await begin(server)
    time = 59_999
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } }
    const refused = await post(server, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect((await post(server, { jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status).toBe(200)
    time = 59_999 + 60_000
    await begin(server)
    expect((await post(server, { jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status).toBe(404)
  })
})

describe('a body', () => {
  test.each([
    ['that is no JSON', 'oops', 400, -32_700],
    ['that is no message', '7', 400, -32_600],
    ['that nests too deep', `${'['.repeat(65)}${']'.repeat(65)}`, 400, -32_600],
  ])('%s is refused', async (_, body, status, code) => {
    const response = await post(serverOf(), body, { 'mcp-protocol-version': '2026-07-28' })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  test('that is too long is refused', async () => {
    expect((await post(serverOf(), 'x'.repeat(5_000_000))).status).toBe(413)
  })

  test('of another type, or for a client that takes no stream, is refused', async () => {
    expect((await post(serverOf(), {}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(serverOf(), {}, { accept: 'application/json' })).status).toBe(406)
  })

  test('of any bytes is answered', async () => {
    const server = serverOf()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.boolean(), async (body, modern) => {
        const headers = modern ? { ...plain, 'mcp-protocol-version': '2026-07-28' } : plain
        const response = await server.fetch(new Request(url, { method: 'POST', body: Buffer.from(body), headers }))
        expect([200, 202, 400]).toContain(response.status)
      }),
    )
  })
})

describe('a page', () => {
  const discover = { jsonrpc: '2.0', id: 1, method: 'ping' }

  test('of a foreign origin is refused, whatever name leads here', async () => {
    const server = serverOf()
    expect((await post(server, discover, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(server, discover, { origin: 'null' })).status).toBe(403)
    const rebound = { host: 'evil.example', origin: 'http://evil.example' }
    expect((await post(server, discover, rebound)).status).toBe(403)
  })

  test('of an allowed origin may read the answer', async () => {
    const server = serverOf({ allowedOrigins: ['https://app.example'] })
    const origin = 'https://app.example'
    const ready = await server.fetch(new Request(url, { method: 'OPTIONS', headers: { origin } }))
    expect([ready.status, ready.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const response = await post(server, discover, { origin })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect((await post(server, discover, { origin: 'http://localhost:6274' })).status).not.toBe(403)
  })

  test('under a host that is not allowed is refused', async () => {
    const server = serverOf({ allowedHosts: ['api.example'] })
    expect((await post(server, discover)).status).toBe(403)
    expect((await post(server, discover, { host: 'api.example:443', origin: 'https://api.example' })).status).toBe(400)
  })
})

/** What the events of a stream say, without those that say nothing. */
function dataOf(stream: string): unknown[] {
  return [...stream.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(String(data)))
}

/** The stream until so many events have come. */
async function readEvents(response: Response, count: number): Promise<string> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.split('\n\n').length > count) break
  }
  return text
}
