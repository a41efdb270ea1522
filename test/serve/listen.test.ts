import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listenToFixture } from './built.ts'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

let listening: Listening | undefined
afterEach(() => listening?.close())

function call(url: string, id: number, name: string, more: { signal?: AbortSignal } = {}): Promise<Response> {
  const params = { name, arguments: {}, _meta: { ...meta, progressToken: id } }
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    ...more,
  })
}

test('a call whose connection was cut is made again with another id', async () => {
  listening = await listenToFixture()
  const cut = new AbortController()
  const first = await call(listening.url, 1, 'test_tool_with_progress', cut)
  for await (const _ of first.body ?? []) break
  cut.abort()
  const again = await call(listening.url, 2, 'test_tool_with_progress')
  expect(await again.text()).toContain('"id":2,"result"')
})

test('closing takes no more requests, ends streams with an answer, and lets running calls finish', async () => {
  const server = await listenToFixture()
  const running = await call(server.url, 1, 'test_tool_with_progress')
  const ear = await fetch(server.url, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 'ear',
      method: 'subscriptions/listen',
      params: { notifications: {}, _meta: meta },
    }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
  })
  const closed = server.close()
  await expect(call(server.url, 2, 'test_simple_text')).rejects.toThrow('fetch failed')
  expect(await running.text()).toContain('"id":1,"result"')
  expect(await ear.text()).toContain('"id":"ear","result"')
  await closed
})

test('closing lets the calls of a session finish, and ends its stream', async () => {
  const server = await listenToFixture()
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = (body: object, more: object = {}): Promise<Response> =>
    fetch(server.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      headers: { ...headers, ...more },
    })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } }
  const begun = await post({ id: 0, method: 'initialize', params })
  await begun.text()
  const session = { 'mcp-session-id': String(begun.headers.get('mcp-session-id')) }
  const ear = await fetch(server.url, { headers: { accept: 'text/event-stream', ...session } })
  const wanted = { name: 'test_tool_with_progress', _meta: { progressToken: 1 } }
  const running = await post({ id: 1, method: 'tools/call', params: wanted }, session)
  const closed = server.close()
  expect(await running.text()).toContain('"id":1,"result"')
  await ear.text()
  await closed
})

test('a call that does not end is given up when the server closes', async () => {
  const server = await listenToFixture({ graceMs: 10 })
  const waiting = call(server.url, 1, 'test_wait_for_cancel').catch((error: unknown) => error)
  while ((await call(server.url, 2, 'test_simple_text')).status !== 200);
  await server.close()
  expect(await waiting).toBeInstanceOf(TypeError)
})

test('only its own path, host and size of body are served', async () => {
  listening = await listenToFixture({ bodyLimit: 100 })
  const { url } = listening
  expect((await fetch(new URL('/other', url))).status).toBe(404)
  expect(await statusUnderHost(url, 'evil.example')).toBe(403)
  const headers = { 'content-type': 'application/json', accept: '*/*' }
  expect((await fetch(url, { method: 'POST', body: `"${'x'.repeat(200)}"`, headers })).status).toBe(413)
})

test('a port that is taken is an error', async () => {
  listening = await listenToFixture()
  await expect(listenToFixture({ port: listening.port })).rejects.toThrow('EADDRINUSE')
})

/** `fetch` does not let a host be forged. */
function statusUnderHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.once('error', reject)
    asking.end('{}')
  })
}
