import { generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createServer, type Listening } from '../../src/serve/index.ts'
import type { Tool } from '../../src/tool/index.ts'
import { audience, createIssuer, type Issuer } from './auth-issuer.ts'
import { bearer, beginSession, call, namesFor, openShop, post, refunds, request, tools } from './auth-shop.ts'

const metadataUrl = 'https://shop.example/.well-known/oauth-protected-resource/mcp'
let issuer: Issuer
let shop: Listening
beforeAll(async () => {
  issuer = await createIssuer()
})
afterEach(async () => {
  await shop.close()
  refunds.length = 0
})
afterAll(() => issuer.close())

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function textOf(response: Promise<Response>): Promise<string> {
  const { result } = (await (await response).json()) as { result: { content: { text: string }[] } }
  return result.content.map(({ text }) => text).join('\n')
}

describe('a request without a token that is taken', () => {
  test('is told where tokens come from, before its body is read', async () => {
    shop = await openShop(issuer, {}, { bodyLimit: 10 })
    const response = await call(shop.url, 'find_order')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadataUrl}", scope="refunds:write"`,
    )
    expect(await response.json()).toMatchObject({ error: { message: 'Send a bearer token.' } })
    for (const method of ['GET', 'DELETE']) expect((await fetch(shop.url, { method })).status).toBe(401)
  })

  const hour = 3600
  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Record<string, unknown>, string]>([
    ['for another audience', { aud: 'https://bank.example/mcp' }, 'it was made for another audience.'],
    ['for nobody', { aud: undefined }, 'it was made for another audience.'],
    ['of another issuer', { iss: 'https://evil.example' }, 'it was made by another issuer.'],
    ['of an issuer that is named with a slash more', { iss: 'http://127.0.0.1/' }, 'it was made by another issuer.'],
    ['that has expired', { exp: now - hour }, 'it has expired.'],
    ['that never ends', { exp: undefined }, 'it does not say when it ends.'],
    ['that is not valid yet', { nbf: now + hour }, 'it is not valid yet.'],
    ['about nobody', { sub: undefined }, 'it does not say whom it is about.'],
    ['about an empty name', { sub: '' }, 'its "sub" is no text.'],
  ])('%s gets 401', async (_, claims, says) => {
    shop = await openShop(issuer)
    const response = await call(shop.url, 'find_order', bearer(await issuer.token(claims)))
    expect(response.status).toBe(401)
    const told = response.headers.get('www-authenticate')
    expect(told).toContain('error="invalid_token"')
    expect(told).toContain(`error_description="The token is not taken: ${says.replaceAll('"', "'")}"`)
    expect(told).toContain(`resource_metadata="${metadataUrl}"`)
  })

  test('gets 401 for every way to forge a signature', async () => {
    shop = await openShop(issuer)
    const good = await issuer.token()
    const [header = '', body = '', signature = ''] = good.split('.')
    const other = await generateKeyPair('ES256')
    const publicKey = new TextEncoder().encode(JSON.stringify(issuer.pages.get('/keys')))
    const forged = [
      `${part({ alg: 'none' })}.${body}.`,
      `${part({ alg: 'None' })}.${body}.${signature}`,
      `${header}.${body}.`,
      `${header}.${body}.${signature.slice(0, -4)}AAAA`,
      `${header}.${part({ iss: issuer.url, aud: audience, sub: 'root', exp: 9_999_999_999 })}.${signature}`,
      await issuer.token({}, { key: other.privateKey }),
      await issuer.token({}, { key: other.privateKey, kid: 'none of them' }),
      await issuer.token({}, { alg: 'HS256', key: publicKey }),
      `${part({ alg: 'ES256', jwk: { kty: 'EC' }, jku: 'https://evil.example/keys' })}.${body}.${signature}`,
      `${part({ alg: 'ES256', crit: ['b64'], b64: false })}.${body}.${signature}`,
      'a.b.c',
      '...',
      `${good}.${good}`,
      `${good} `.repeat(2).trim(),
    ]
    for (const token of forged)
      expect([token, (await call(shop.url, 'find_order', bearer(token))).status]).toEqual([token, 401])
    for (const authorization of [good, `Basic ${good}`, `DPoP ${good}`, `Bearer`, 'Bearer ', `Bearer, ${good}`])
      expect((await call(shop.url, 'find_order', { authorization })).status).toBe(401)
    expect((await fetch(`${shop.url}?access_token=${good}`)).status).toBe(401)
    expect((await call(shop.url, 'find_order', { authorization: `bearer ${good}` })).status).toBe(200)
  })
})

describe('a clock that is off', () => {
  test('is forgiven for as long as the server says', async () => {
    shop = await openShop(issuer, { auth: { issuer: issuer.url, audience, skewMs: 60_000 } })
    const now = Math.floor(Date.now() / 1000)
    const ended = async (ago: number): Promise<number> =>
      (await call(shop.url, 'find_order', bearer(await issuer.token({ exp: now - ago })))).status
    expect([await ended(50), await ended(70)]).toEqual([200, 401])
  })
})

describe('the metadata of a protected resource', () => {
  test('is there for everybody, wherever it is looked for', async () => {
    shop = await openShop(issuer)
    const wanted = {
      resource: audience,
      authorization_servers: [issuer.url],
      scopes_supported: ['refunds:write'],
      bearer_methods_supported: ['header'],
    }
    for (const path of ['', '/mcp']) {
      const response = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, shop.url))
      expect(await response.json()).toEqual(wanted)
    }
    expect((await fetch(new URL('/.well-known/oauth-protected-resource', shop.url), { method: 'POST' })).status).toBe(
      405,
    )
  })

  test('is not there where nobody is asked for a token', async () => {
    shop = await openShop(undefined)
    expect((await fetch(new URL('/.well-known/oauth-protected-resource/mcp', shop.url))).status).toBe(404)
  })
})

describe('the keys of an issuer', () => {
  test('are fetched once, when the first token comes, and again when a token names one that is not known', async () => {
    const own = await createIssuer('/tenant')
    shop = await openShop(own)
    expect(own.asked).toEqual([])
    const token = await own.token()
    for (let at = 0; at < 3; at += 1) expect((await call(shop.url, 'find_order', bearer(token))).status).toBe(200)
    expect(own.asked).toEqual(['/.well-known/oauth-authorization-server/tenant', '/keys'])
    for (let at = 0; at < 5; at += 1)
      await call(shop.url, 'find_order', bearer(await own.token({}, { kid: `guess ${at}` })))
    expect(own.asked).toHaveLength(2)
    await own.close()
  })

  test('are found through OpenID discovery too', async () => {
    const own = await createIssuer('/realms/shop')
    const metadata = own.pages.get('/.well-known/oauth-authorization-server/realms/shop')
    own.pages.delete('/.well-known/oauth-authorization-server/realms/shop')
    own.pages.set('/realms/shop/.well-known/openid-configuration', metadata ?? 404)
    shop = await openShop(own)
    expect((await call(shop.url, 'find_order', bearer(await own.token()))).status).toBe(200)
    await own.close()
  })

  test('of an issuer that is away or answers for another make no token wrong, and are not asked for at once again', async () => {
    const own = await createIssuer()
    const told: string[] = []
    const metadata = own.pages.get('/.well-known/oauth-authorization-server')
    own.pages.set('/.well-known/oauth-authorization-server', {
      ...(metadata as object),
      issuer: 'https://evil.example',
    })
    let late = 0
    shop = await openShop(own, {}, { log: (line) => told.push(line), now: () => Date.now() + late })
    const token = await own.token()
    const response = await call(shop.url, 'find_order', bearer(token))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.has('www-authenticate')).toBe(false)
    expect(told.join('\n')).toContain(`The keys of ${own.url} cannot be had.`)
    const asked = own.asked.length
    expect((await call(shop.url, 'find_order', bearer(token))).status).toBe(503)
    expect(own.asked).toHaveLength(asked)
    expect(told).toHaveLength(1)
    own.pages.set('/.well-known/oauth-authorization-server', metadata ?? 404)
    late = 5001
    expect((await call(shop.url, 'find_order', bearer(token))).status).toBe(200)
    await own.close()
  })

  test('may be given, or be at a place that is', async () => {
    const keys = issuer.pages.get('/keys') as { keys: Record<string, unknown>[] }
    for (const given of [keys, `${issuer.url}/keys`]) {
      shop = await openShop(issuer, { auth: { issuer: issuer.url, audience, keys: given } })
      expect((await call(shop.url, 'find_order', bearer(await issuer.token()))).status).toBe(200)
      await shop.close()
    }
  })

  test('that are rotated are found', async () => {
    const own = await createIssuer()
    const before = await own.token()
    shop = await openShop(own)
    await own.rotate()
    expect((await call(shop.url, 'find_order', bearer(await own.token()))).status).toBe(200)
    expect((await call(shop.url, 'find_order', bearer(before))).status).toBe(401)
    await own.close()
  })
})

describe('who calls', () => {
  test('is issuer and subject, and a tool is told of the token all but the token', async () => {
    shop = await openShop(issuer)
    const token = await issuer.token({ scope: 'orders:read', email: 'ada@example.com' })
    const text = await textOf(call(shop.url, 'who_calls', bearer(token)))
    expect(JSON.parse(text)).toMatchObject({
      caller: `${issuer.url}#ada`,
      tenant: '',
      scopes: ['orders:read'],
      claims: { sub: 'ada', email: 'ada@example.com' },
    })
    expect(text).not.toContain(token.split('.')[2])
  })

  test('stays who it is, whatever a tool does to what it was told', async () => {
    const change: Tool = {
      name: 'change',
      inputSchema: { type: 'object' },
      run(_, { claims, scopes }) {
        const { sub } = claims
        expect(() => Object.assign(claims, { sub: 'root' })).toThrow(TypeError)
        expect(() => Object.assign(claims['of'] as object, { org: 'root' })).toThrow(TypeError)
        Object.assign(scopes, { 0: 'refunds:write' })
        return String(sub)
      },
    }
    shop = await openShop(issuer, { tools: [...tools, change] })
    const token = bearer(await issuer.token({ of: { org: 'shop' } }))
    for (let at = 0; at < 2; at += 1) expect(await textOf(call(shop.url, 'change', token))).toBe('ada')
    expect((await call(shop.url, 'refund_order', token)).status).toBe(403)
  })

  test('is another caller in another tenant', async () => {
    shop = await openShop(issuer, { auth: { issuer: issuer.url, audience, tenant: 'org_id' } })
    const of = async (claims: object): Promise<Response> =>
      call(shop.url, 'who_calls', bearer(await issuer.token({ ...claims })))
    expect(JSON.parse(await textOf(of({ org_id: 'a@b' })))).toMatchObject({
      caller: `${issuer.url}#ada@a%40b`,
      tenant: 'a@b',
    })
    expect((await of({})).status).toBe(401)
    expect((await of({ org_id: 7 })).status).toBe(401)
  })

  test('without tokens has no scopes, so what needs one is not there', async () => {
    const told: string[] = []
    shop = await openShop(undefined, {}, { log: (line) => told.push(line) })
    expect(await namesFor(shop.url, {})).toEqual(['find_order', 'who_calls'])
    expect((await call(shop.url, 'refund_order')).status).toBe(403)
    expect(told).toEqual([
      'ask_first, refund_order: nobody can call them: they need scopes over HTTP, and no "auth" says who has them.',
    ])
  })
})

describe('a tool that needs a scope', () => {
  test('is there for those that have it, and for nobody else', async () => {
    shop = await openShop(issuer)
    const [without, having] = await Promise.all([issuer.token(), issuer.token({ scope: 'x refunds:write' })])
    expect(await namesFor(shop.url, bearer(without))).toEqual(['find_order', 'who_calls'])
    expect(await namesFor(shop.url, bearer(having))).toEqual(['ask_first', 'find_order', 'refund_order', 'who_calls'])
    expect(await namesFor(shop.url, bearer(without))).toEqual(['find_order', 'who_calls'])
    const refused = await call(shop.url, 'refund_order', bearer(without))
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadataUrl}", error="insufficient_scope", error_description="Insufficient scope: refund_order needs refunds:write.", scope="refunds:write"`,
    )
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32_600 } })
    expect(refunds).toEqual([])
    expect(await textOf(call(shop.url, 'refund_order', bearer(having)))).toBe('refund 1')
  })

  test('is not named to those who misspell it', async () => {
    shop = await openShop(issuer)
    const response = await call(shop.url, 'refund_ordr', bearer(await issuer.token()))
    expect(await response.text()).not.toContain('refund_order')
  })

  test('is listed for nobody else by a cache that is shared', async () => {
    shop = await openShop(issuer, { cache: { ttlMs: 60_000, cacheScope: 'public' } })
    const response = await request(shop.url, 'tools/list', {}, bearer(await issuer.token()))
    expect(await response.json()).toMatchObject({ result: { cacheScope: 'private', ttlMs: 60_000 } })
  })

  test('asks for it again when a call is repeated', async () => {
    shop = await openShop(issuer)
    const [having, without] = [await issuer.token({ scp: ['refunds:write'] }), await issuer.token()]
    expect(await textOf(call(shop.url, 'refund_order', bearer(having)))).toBe('refund 1')
    expect(await textOf(call(shop.url, 'refund_order', bearer(having)))).toMatch(/^refund 1\n/)
    const replayed = await call(shop.url, 'refund_order', bearer(without))
    expect([replayed.status, await replayed.text()]).toEqual([403, expect.not.stringContaining('refund 1')])
    expect(refunds).toHaveLength(1)
  })

  test('asks for it with each request of a session, and takes the scopes of the token that came with it', async () => {
    shop = await openShop(issuer)
    const [having, without] = [await issuer.token({ scope: 'refunds:write' }), await issuer.token()]
    const session = await beginSession(shop.url, bearer(having))
    const list = async (token: string): Promise<number> => {
      const response = await post(
        shop.url,
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { ...session, ...bearer(token) },
      )
      const { result } = (await response.json()) as { result: { tools: object[] } }
      return result.tools.length
    }
    expect([await list(having), await list(without), await list(having)]).toEqual([4, 2, 4])
    const asking = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'refund_order', arguments: {} } }
    expect((await post(shop.url, asking, { ...session, ...bearer(without) })).status).toBe(403)
    expect((await post(shop.url, asking, { ...session, ...bearer(having) })).status).toBe(200)
  })

  test('may be had through a scope that contains its own', async () => {
    const implied = { admin: ['staff'], staff: ['refunds:write', 'admin'] }
    shop = await openShop(issuer, { auth: { issuer: issuer.url, audience, implied } })
    expect(await textOf(call(shop.url, 'refund_order', bearer(await issuer.token({ scope: 'admin' }))))).toBe(
      'refund 1',
    )
    expect((await call(shop.url, 'refund_order', bearer(await issuer.token({ scope: 'constructor' })))).status).toBe(
      403,
    )
  })

  test('is refused in a batch with all that stands beside it', async () => {
    shop = await openShop(issuer)
    const token = bearer(await issuer.token())
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 't', version: '0' } }
    const begun = await post(shop.url, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, token)
    const batch = ['find_order', ...Array.from({ length: 900 }, () => 'refund_order')].map((name, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name },
    }))
    const session = { 'mcp-session-id': String(begun.headers.get('mcp-session-id')) }
    const refused = await post(shop.url, batch, { ...token, ...session })
    expect([refused.status, refused.headers.get('www-authenticate')?.match(/refund_order/g)]).toEqual([
      403,
      ['refund_order'],
    ])
  })
})

test('a web-standard handler asks for tokens too, and shows the metadata', async () => {
  shop = await openShop(issuer)
  const server = createServer({ name: 'shop', version: '1.0.0', tools, auth: { issuer: issuer.url, audience } })
  const refused = await server.fetch(new Request(audience, { method: 'POST' }))
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining(metadataUrl)])
  expect(await (await server.fetch(new Request(metadataUrl))).json()).toMatchObject({ resource: audience })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const headers = { ...bearer(await issuer.token()), 'content-type': 'application/json', accept: '*/*' }
  expect((await server.fetch(new Request(audience, { method: 'POST', body, headers }))).status).toBe(400)
})

describe('scopes of the whole server', () => {
  test('are needed for everything, and are what a client is told to ask for', async () => {
    shop = await openShop(issuer, {
      auth: { issuer: issuer.url, audience, scopes: ['mcp'], advertised: ['mcp', 'more'] },
    })
    expect((await call(shop.url, 'find_order')).headers.get('www-authenticate')).toContain('scope="mcp more"')
    const refused = await request(shop.url, 'tools/list', {}, bearer(await issuer.token()))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", error_description="This server needs mcp.", scope="mcp"'),
    ])
    const having = bearer(await issuer.token({ scope: 'mcp' }))
    expect((await request(shop.url, 'tools/list', {}, having)).status).toBe(200)
    const step = await call(shop.url, 'refund_order', having)
    expect(step.headers.get('www-authenticate')).toContain('scope="mcp refunds:write"')
  })
})
