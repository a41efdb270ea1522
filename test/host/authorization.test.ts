import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/host/index.ts'
import type { Authorization } from '../../src/host/index.ts'

/** A server that wants a token, and the one that gives it, by hand. */
const server = createServer((request, response) => void respond(request, response))
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const body = await text(request)
  const found = documents()[path]
  if (found !== undefined) return json(response, found)
  if (path === '/token') return giveToken(response, new URLSearchParams(body).get('code'))
  if (path !== '/mcp' || request.method !== 'POST') return json(response, {}, path === '/mcp' ? 405 : 404)
  if (request.headers.authorization === 'Bearer token-1') return speak(response, body)
  const challenge = `Bearer resource_metadata="${origin}${resourcePath}"`
  response.writeHead(401, { 'www-authenticate': challenge }).end()
}

const resourcePath = '/.well-known/oauth-protected-resource'

function documents(): Record<string, object> {
  const resource = { resource: `${origin}/mcp`, authorization_servers: [origin] }
  const authorizationServer = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  }
  return { [resourcePath]: resource, '/.well-known/oauth-authorization-server': authorizationServer }
}

function giveToken(response: ServerResponse, code: string | null): void {
  if (code === 'code-1') json(response, { access_token: 'token-1', token_type: 'Bearer' })
  else json(response, { error: 'invalid_grant' }, 400)
}

function speak(response: ServerResponse, body: string): void {
  const { id, method, params } = JSON.parse(body)
  const info = { protocolVersion: params?.protocolVersion, capabilities: {}, serverInfo: { name: 'far', version: '1' } }
  if (id === undefined) response.writeHead(202).end()
  else if (method === 'initialize') json(response, { jsonrpc: '2.0', id, result: info })
  else json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function authorization(code: string): Authorization & { readonly sentTo: URL[] } {
  const kept: { verifier?: string; tokens?: { access_token: string; token_type: string } } = {}
  const sentTo: URL[] = []
  return {
    sentTo,
    provider: {
      redirectUrl: 'http://127.0.0.1:1/back',
      clientMetadata: { redirect_uris: ['http://127.0.0.1:1/back'], token_endpoint_auth_method: 'none' },
      clientInformation: () => ({ client_id: 'client-1' }),
      tokens: () => kept.tokens,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (url) => void sentTo.push(url),
      saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
      codeVerifier: () => kept.verifier ?? '',
    },
    returned: async () => new URLSearchParams({ code, iss: origin }),
  }
}

const client = { name: 'test', version: '1' }

test('a server that wants a token gets one from the person’s authorization', async () => {
  const way = authorization('code-1')
  const connection = await connect({ url: `${origin}/mcp` }, client, { authorization: way })
  expect(connection.server.name).toBe('far')
  expect(way.sentTo.map((url) => [url.pathname, url.searchParams.get('code_challenge_method')])).toEqual([
    ['/authorize', 'S256'],
  ])
  await connection.close()
})

test('without one, or with a wrong one, the connection fails and says so', async () => {
  await expect(connect({ url: `${origin}/mcp` }, client)).rejects.toThrow(/no MCP server answered/)
  const way = authorization('code-2')
  await expect(connect({ url: `${origin}/mcp` }, client, { authorization: way })).rejects.toThrow(
    /invalid_grant|no MCP server/,
  )
})
