import { request as rawRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Listening } from '../../src/serve/index.ts'
import { audience, createIssuer, type Issuer } from './auth-issuer.ts'
import { bearer, beginSession, call, type Headers, openShop, post, refunds, request } from './auth-shop.ts'

let issuer: Issuer
let shop: Listening
let ada: Headers
let bob: Headers
let time = 0
beforeAll(async () => {
  issuer = await createIssuer()
  ada = bearer(await issuer.token({ scope: 'refunds:write' }))
  bob = bearer(await issuer.token({ sub: 'bob', scope: 'refunds:write' }))
})
beforeEach(async () => {
  time = 0
  refunds.length = 0
  shop = await openShop(issuer, { now: () => Date.now() + time })
})
afterEach(() => shop.close())
afterAll(() => issuer.close())

describe('a session', () => {
  test('is nothing to another caller, who cannot tell it from one that never was', async () => {
    const session = await beginSession(shop.url, ada)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const never = { ...session, 'mcp-session-id': crypto.randomUUID() }
    const tries = [
      (headers: Headers) => post(shop.url, list, headers),
      (headers: Headers) => fetch(shop.url, { headers: { accept: 'text/event-stream', ...headers } }),
      (headers: Headers) =>
        fetch(shop.url, { headers: { accept: 'text/event-stream', 'last-event-id': '1-1', ...headers } }),
      (headers: Headers) => fetch(shop.url, { method: 'DELETE', headers }),
    ]
    for (const attempt of tries) {
      const stolen = await attempt({ ...session, ...bob })
      const guessed = await attempt({ ...never, ...bob })
      expect([stolen.status, await stolen.text()]).toEqual([404, await guessed.text()])
      expect((await attempt(session)).status).toBe(401)
    }
    expect((await post(shop.url, list, { ...session, ...ada })).status).toBe(200)
  })

  test('goes on with the next token of its caller', async () => {
    const session = await beginSession(shop.url, ada)
    const next = bearer(await issuer.token({ jti: 'next' }))
    expect((await post(shop.url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { ...session, ...next })).status).toBe(200)
  })

  test('answers no question of another caller', async () => {
    const session = await beginSession(shop.url, ada)
    const params = { name: 'ask_first', arguments: { order_id: '7' } }
    const stream = await post(shop.url, { jsonrpc: '2.0', id: 5, method: 'tools/call', params }, { ...session, ...ada })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('elicitation/create')) text += (await reader.read()).value ?? ''
    const { id } = JSON.parse(/^data: (\{.*elicitation.*)$/m.exec(text)?.[1] ?? '{}') as { id: string }
    const yes = { jsonrpc: '2.0', id, result: { action: 'accept', content: { ok: true } } }
    expect((await post(shop.url, yes, { ...session, ...bob })).status).toBe(404)
    const own = await beginSession(shop.url, bob)
    expect((await post(shop.url, yes, { ...own, ...bob })).status).toBe(202)
    const no = { ...yes, result: { action: 'accept', content: { ok: false } } }
    expect((await post(shop.url, no, { ...session, ...ada })).status).toBe(202)
    text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    expect(text).toContain('ada said false')
  })
})

describe('a stream that waits for changes', () => {
  test.each<[string, (headers: Headers) => Promise<Response>]>([
    [
      'of a session',
      async (headers) => {
        const session = await beginSession(shop.url, headers)
        return await fetch(shop.url, { headers: { accept: 'text/event-stream', ...session, ...headers } })
      },
    ],
    [
      'of a client without one',
      (headers) => request(shop.url, 'subscriptions/listen', { notifications: { toolsListChanged: true } }, headers),
    ],
  ])('%s ends with the token that opened it', async (_, open) => {
    await shop.close()
    shop = await openShop(issuer, { auth: { issuer: issuer.url, audience, skewMs: 0 } })
    const began = Date.now()
    const stream = await open(bearer(await issuer.token({ exp: Math.ceil(Date.now() / 1000) + 1 })))
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    await stream.text()
    expect(Date.now() - began).toBeLessThan(3000)
  })
})

describe('the state of a call that asks', () => {
  interface Asking {
    readonly requestState: string
    readonly inputRequests: Record<string, unknown>
  }

  async function askFirst(headers: Headers): Promise<Asking> {
    const response = await call(shop.url, 'ask_first', headers, { arguments: { order_id: '7' } })
    const { result } = (await response.json()) as { result: Asking }
    return result
  }

  function bring({ requestState, inputRequests }: Asking, headers: Headers, more: object = {}): Promise<Response> {
    const answers = Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { ok: true } }])
    const inputResponses = Object.fromEntries(answers) as object
    return call(shop.url, 'ask_first', headers, { arguments: { order_id: '7' }, requestState, inputResponses, ...more })
  }

  const none = '"requestState" is none that this server gave for this request.'

  test('serves its caller, once', async () => {
    const asking = await askFirst(ada)
    expect(await (await bring(asking, ada)).text()).toContain('ada said true')
    expect(await (await bring(asking, ada)).text()).toContain('"requestState\\" was used before.')
  })

  test('of two that bring it at once serves one', async () => {
    const asking = await askFirst(ada)
    const texts = await Promise.all([1, 2, 3, 4].map(async () => (await bring(asking, ada)).text()))
    expect(texts.filter((text) => text.includes('ada said true'))).toHaveLength(1)
  })

  test('serves no other caller, tool, arguments or tenant, and no caller that has lost the scope', async () => {
    const asking = await askFirst(ada)
    const wrong = JSON.stringify(none).slice(1, -1)
    expect(await (await bring(asking, bob)).text()).toContain(wrong)
    expect(await (await bring(asking, ada, { arguments: { order_id: '8' } })).text()).toContain(wrong)
    expect(await (await bring(asking, ada, { arguments: {} })).text()).toContain(wrong)
    const elsewhere = await request(shop.url, 'tools/call', { name: 'refund_order', ...asking }, ada)
    expect(await elsewhere.text()).not.toContain('said')
    expect((await bring(asking, bearer(await issuer.token()))).status).toBe(403)
    expect(await (await bring(asking, ada)).text()).toContain('ada said true')
  })

  test('serves nobody once it was changed', async () => {
    const asking = await askFirst(ada)
    const { requestState: state } = asking
    const at = Math.floor(state.length / 2)
    const flipped = `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`
    const held = `held/${crypto.randomUUID()}`
    for (const requestState of [
      flipped,
      state.slice(1),
      `${state}A`,
      `${state}=`,
      '',
      'held/',
      held,
      'flow/x:1',
      'x'.repeat(70_000),
    ])
      expect(await (await bring({ ...asking, requestState }, ada)).text()).toContain(JSON.stringify(none).slice(1, -1))
    expect(await (await bring(asking, ada)).text()).toContain('ada said true')
  })

  test('ends after an hour', async () => {
    const asking = await askFirst(ada)
    time = 3_600_001
    const late = bearer(await issuer.token({ scope: 'refunds:write', exp: Math.floor(Date.now() / 1000) + 9000 }))
    expect(await (await bring(asking, late)).text()).toContain('\\"requestState\\" has expired.')
  })
})

test('what one caller has done is not answered to another', async () => {
  expect(await refund(ada)).toContain('refund 1')
  expect(await refund(bob)).toContain('refund 2')
  expect(await refund(ada)).toContain('refund 1')
  expect(refunds).toEqual([`${issuer.url}#ada`, `${issuer.url}#bob`])
})

test('what is done in one tenant is not answered in another', async () => {
  await shop.close()
  shop = await openShop(issuer, { auth: { issuer: issuer.url, audience, tenant: 'org' } })
  const within = async (org: string): Promise<Headers> => bearer(await issuer.token({ scope: 'refunds:write', org }))
  const [one, other] = [await within('one'), await within('other')]
  await call(shop.url, 'refund_order', one)
  await call(shop.url, 'refund_order', other)
  expect(refunds).toHaveLength(2)
  const session = await beginSession(shop.url, one)
  expect((await post(shop.url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { ...session, ...other })).status).toBe(404)
})

describe('a page', () => {
  const app = 'https://app.example'

  test('of an allowed origin asks without a token first, and may read every answer', async () => {
    await shop.close()
    shop = await openShop(issuer, {}, { allowedOrigins: [app] })
    const asked = 'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name'
    for (const method of ['POST', 'GET', 'DELETE']) {
      const ready = await fetch(shop.url, {
        method: 'OPTIONS',
        headers: {
          origin: app,
          'access-control-request-method': method,
          'access-control-request-headers': asked,
        },
      })
      expect(ready.status).toBe(204)
      expect(ready.headers.get('access-control-allow-methods')?.split(', ')).toContain(method)
      expect(ready.headers.get('access-control-allow-headers')).toBe(asked)
    }
    const { 'mcp-session-id': id = '' } = await beginSession(shop.url, { ...ada, origin: app })
    const session = { 'mcp-session-id': id, ...ada }
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', shop.url)
    const poor = bearer(await issuer.token())
    const answers: [number, Response][] = [
      [401, await call(shop.url, 'find_order', { origin: app })],
      [403, await call(shop.url, 'refund_order', { ...poor, origin: app })],
      [200, await call(shop.url, 'find_order', { ...ada, origin: app })],
      [
        404,
        await post(shop.url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': 'x', ...ada, origin: app }),
      ],
      [415, await fetch(shop.url, { method: 'POST', body: 'x', headers: { ...ada, origin: app } })],
      [405, await fetch(shop.url, { method: 'PUT', headers: { ...ada, origin: app } })],
      [200, await fetch(shop.url, { headers: { accept: 'text/event-stream', ...session, origin: app } })],
      [204, await fetch(shop.url, { method: 'DELETE', headers: { ...session, origin: app } })],
      [200, await fetch(metadata, { headers: { origin: app } })],
    ]
    for (const [status, response] of answers) {
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, app])
      expect(response.headers.get('access-control-expose-headers')).toContain('www-authenticate')
      expect(response.headers.get('vary')).toBe('origin')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  test('of another origin gets nothing, with a token or without', async () => {
    const session = await beginSession(shop.url, ada)
    for (const origin of [
      'https://evil.example',
      'null',
      'https://shop.example.evil.example',
      'https://127.0.0.1.evil.example',
    ]) {
      for (const [method, headers] of Object.entries({ OPTIONS: {}, GET: session, DELETE: session, POST: ada })) {
        const response = await fetch(shop.url, { method, headers: { origin, ...ada, ...headers } })
        expect([response.status, response.headers.has('access-control-allow-origin')]).toEqual([403, false])
      }
    }
  })
})

describe('a name that leads here', () => {
  test.each([
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost:80@evil.example', 403],
    ['evil.example:80#localhost', 403],
    ['localhost.', 403],
    ['[::ffff:7f00:1]', 403],
    ['LOCALHOST:9', 401],
    ['127.1', 401],
    ['shop.example', 401],
  ])('"%s" gets %i', async (host, status) => {
    expect(await statusUnder(host)).toBe(status)
  })
})

/** `fetch` does not let a host be forged. */
function statusUnder(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = rawRequest(shop.url, { method: 'POST', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.once('error', reject)
    asking.end('{}')
  })
}

async function refund(headers: Headers): Promise<string> {
  return await (await call(shop.url, 'refund_order', headers, { arguments: { order_id: '7' } })).text()
}
