import { createServer, listen, type Listening, type ListenOptions, type ServerOptions } from '../../src/serve/index.ts'
import type { Tool } from '../../src/tool/index.ts'
import { audience, type Issuer } from './auth-issuer.ts'

/** Refunds that were made, by their callers. */
export const refunds: string[] = []

export const tools: readonly Tool[] = [
  { name: 'find_order', inputSchema: { type: 'object' }, run: () => 'shipped' },
  {
    name: 'who_calls',
    inputSchema: { type: 'object' },
    run: (_, { caller, tenant, scopes, claims }) => ({ caller, tenant, scopes, claims }),
  },
  {
    name: 'refund_order',
    inputSchema: { type: 'object', properties: { order_id: { type: 'string' } } },
    scopes: ['refunds:write'],
    idempotency: {},
    run(_, { caller }) {
      refunds.push(caller)
      return `refund ${refunds.length}`
    },
  },
  {
    name: 'ask_first',
    inputSchema: { type: 'object', properties: { order_id: { type: 'string' } } },
    scopes: ['refunds:write'],
    async run({ order_id }, { ask, caller }) {
      const { ok } = await ask(`Refund ${String(order_id)}?`, {
        type: 'object',
        properties: { ok: { type: 'boolean' } },
      })
      return `${caller} said ${String(ok)}`
    },
  },
]

export const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}

/** Serves the shop, with tokens of this issuer. */
export async function openShop(
  issuer: Issuer | undefined,
  options: Partial<ServerOptions> = {},
  http: ListenOptions = {},
): Promise<Listening> {
  const auth = issuer && { issuer: issuer.url, audience, ...options.auth }
  return await listen(createServer({ name: 'shop', version: '1.0.0', tools, ...options, ...(auth && { auth }) }), http)
}

export type Headers = Readonly<Record<string, string>>

/** The header of a request with this token. */
export function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

/** One request of a client of the newest revision. */
export function request(url: string, method: string, params: object, headers: Headers = {}): Promise<Response> {
  const { name } = params as { name?: string }
  return post(
    url,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
      ...headers,
    },
  )
}

export function call(url: string, name: string, headers: Headers = {}, params: object = {}): Promise<Response> {
  return request(url, 'tools/call', { name, ...params }, headers)
}

export function post(url: string, body: unknown, headers: Headers = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  })
}

/** A session of an older client. */
export async function beginSession(url: string, headers: Headers): Promise<Headers> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 't', version: '0' },
  }
  const response = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, headers)
  await response.text()
  return { 'mcp-session-id': String(response.headers.get('mcp-session-id')), 'mcp-protocol-version': '2025-11-25' }
}

/** The names of the tools that a caller is shown. */
export async function namesFor(url: string, headers: Headers): Promise<string[]> {
  const { result } = (await (await request(url, 'tools/list', {}, headers)).json()) as {
    result: { tools: { name: string }[] }
  }
  return result.tools.map(({ name }) => name)
}
