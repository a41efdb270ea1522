import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Listening } from '../../src/serve/index.ts'
import { type AuthorizationServer, createAuthorizationServer } from './auth-server.ts'
import { openShop, refunds } from './auth-shop.ts'

let authority: AuthorizationServer
let shop: Listening
let url: URL
beforeAll(async () => {
  authority = await createAuthorizationServer()
})
afterEach(() => shop.close())
afterAll(() => authority.close())

/** A program of a person who goes wherever it is sent, and comes back with a code. */
interface Person extends OAuthClientProvider {
  callback: URLSearchParams | undefined
}

function createPerson(): Person {
  const kept: Record<string, unknown> = {}
  const recall = (name: string): never => kept[name] as never
  const person: Person = {
    callback: undefined,
    redirectUrl: 'http://127.0.0.1/callback',
    clientMetadata: { client_name: 'test', redirect_uris: ['http://127.0.0.1/callback'] },
    clientInformation: () => recall('client'),
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => recall('tokens'),
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    codeVerifier: () => recall('verifier'),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    discoveryState: () => recall('discovery'),
    saveDiscoveryState: (discovery) => void (kept['discovery'] = discovery),
    async redirectToAuthorization(place) {
      const response = await fetch(place, { redirect: 'manual' })
      person.callback = new URL(String(response.headers.get('location'))).searchParams
    },
  }
  return person
}

type Mode = 'legacy' | 'auto'

async function connect(person: Person, mode: Mode): Promise<[Client, StreamableHTTPClientTransport]> {
  const transport = new StreamableHTTPClientTransport(url, { authProvider: person })
  const client = new Client({ name: 'stranger', version: '1.0.0' }, { versionNegotiation: { mode } })
  try {
    await client.connect(transport)
    return [client, transport]
  } catch (error) {
    if (!(error instanceof UnauthorizedError) || person.callback === undefined) throw error
    await transport.finishAuth(person.callback)
    person.callback = undefined
    return await connect(person, mode)
  }
}

/** The audience is the URL of the server, and so has to be known before it listens. */
async function open(auth: object = {}): Promise<void> {
  const port = await freePort()
  url = new URL(`http://127.0.0.1:${port}/mcp`)
  shop = await openShop(authority, { auth: { issuer: authority.url, audience: url.href, ...auth } }, { port })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

describe.each<Mode>(['legacy', 'auto'])('the official client in its %s era', (mode) => {
  test('finds the authorization server, gets a token for all that there is, and calls', async () => {
    await open()
    authority.granted.length = 0
    const person = createPerson()
    const [client] = await connect(person, mode)
    expect(authority.granted).toEqual(['refunds:write'])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['ask_first', 'find_order', 'refund_order', 'who_calls'])
    const { structuredContent, content } = await client.callTool({ name: 'who_calls', arguments: {} })
    expect(JSON.stringify([structuredContent, content])).toContain(`${authority.url}#ada`)
    await client.close()
  })

  test('asks for more where it is told that it has too little, and then may', async () => {
    await open({ scopes: ['mcp'], advertised: ['mcp'] })
    ;[authority.granted.length, refunds.length] = [0, 0]
    const person = createPerson()
    const [client, transport] = await connect(person, mode)
    expect((await client.listTools()).tools).toHaveLength(2)
    const refund = (): Promise<object> => client.callTool({ name: 'refund_order', arguments: {} })
    await expect(refund()).rejects.toThrow(UnauthorizedError)
    expect(refunds).toEqual([])
    await transport.finishAuth(person.callback ?? new URLSearchParams())
    expect(await refund()).toMatchObject({ content: [{ text: 'refund 1' }] })
    expect(authority.granted).toEqual(['mcp', 'mcp refunds:write'])
    expect((await client.listTools()).tools).toHaveLength(4)
    await client.close()
  })
})
