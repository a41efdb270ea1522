import { afterEach, describe, expect, test } from 'vitest'
import {
  approveDraft,
  awakeServers,
  keepDraft,
  listDrafts,
  liveServers,
  memoryStore,
  moduleOf,
  ring,
} from '../../ledger/index.ts'
import { drafts, type Sending, ToolError } from '../../tool/index.ts'
import type { ServerOptions } from '../core.ts'
import { listen, type Listening } from '../listen.ts'
import { createServer } from '../server.ts'

let listening: Listening | undefined
afterEach(async () => {
  await listening?.close()
  listening = undefined
})

/** A server that listens, with one draft, and a browser of a person who has signed in. */
async function shop({
  text = 'Dear Mina,\n\nhello.',
  commit,
  options,
}: { text?: string; commit?: () => void; options?: Partial<ServerOptions> } = {}) {
  const sent: Sending[] = []
  const mail = drafts({
    kind: 'mail',
    commit(sending) {
      sent.push(sending)
      commit?.()
    },
  })
  const clock = { time: Date.UTC(2026, 11, 1, 10, 2) }
  const now = (): number => clock.time
  const ledger = memoryStore({ now })
  const server = createServer({ name: 'shop', version: '1', tools: [], drafts: [mail], ledger, now, ...options })
  const origin = { server: 'shop', entries: [], digest: '', env: [] }
  const draft = {
    kind: 'mail',
    text,
    data: { to: '<b>Mina</b>' },
    tool: 'draft_mail',
    caller: 'local',
    args: {},
    origin,
  }
  await keepDraft(draft, { store: ledger, newId: () => crypto.randomUUID() })
  listening = await listen(server, { reviewer: (header) => header('x-user') })
  const { origin: home } = new URL(listening.url)
  const url = `${home}/review`
  const get = (headers: Record<string, string> = { 'x-user': 'anna' }) => fetch(url, { headers })
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: home, 'sec-fetch-site': 'same-origin', 'x-user': 'anna', ...headers },
      body: new URLSearchParams(fields),
    })
  const token = async (user = 'anna'): Promise<string> =>
    /name="token" value="([^"]+)"/.exec(await (await get({ 'x-user': user })).text())?.[1] ?? ''
  const state = async (): Promise<string | undefined> =>
    (await listDrafts(ledger, ['open', 'approved', 'sending', 'sent', 'failed', 'unknown', 'discarded']))[0]?.state
  return { sent, server, ledger, clock, url, get, post, token, state }
}

describe('the page for reviewers', () => {
  test('shows drafts as text, under a policy that lets nothing run', async () => {
    const { get, sent } = await shop({ text: '<script>alert(1)</script>\u202E' })
    const response = await get()
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[0-9a-f-]{36}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('You decide as <strong>anna</strong>.')
    expect(page).toContain(String.raw`<pre>&lt;script&gt;alert(1)&lt;/script&gt;\u{202E}</pre>`)
    expect(page).toContain('&lt;b&gt;Mina&lt;/b&gt;')
    expect(page).not.toMatch(/<script|<b>|https?:|\son\w+=/)
    expect(sent).toEqual([])
  })

  test.each(['/review?do=send&word=mail', '/review?do=discard'])('never acts on GET: %s', async (path) => {
    const { url, state, token, sent } = await shop()
    const query = `${path}&token=${await token()}`
    await fetch(new URL(query, url), { headers: { 'x-user': 'anna' } })
    expect([await state(), sent]).toEqual(['open', []])
  })

  test('is not there for who has not signed in', async () => {
    const { get, post, token, state } = await shop()
    const response = await get({})
    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining('Mina')])
    expect((await post({ token: await token(), do: 'send', word: 'mail' }, { 'x-user': '' })).status).toBe(401)
    expect(await state()).toBe('open')
  })

  test('is not there where nobody says who has signed in', async () => {
    const { server } = await shop()
    const other = await listen(server)
    expect((await fetch(new URL('/review', other.url))).status).toBe(404)
    await other.close()
  })

  test('sends with the typed word, as the person', async () => {
    const { post, token, state, sent, get } = await shop()
    const response = await post({ token: await token(), do: 'send', word: 'mail' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '?'])
    expect(await state()).toBe('sent')
    expect(sent).toMatchObject([{ text: 'Dear Mina,\n\nhello.', person: 'anna' }])
    expect(await (await get()).text()).toMatch(/<li>mail [0-9a-f]{8}: sent at 10:02 UTC by anna<\/li>/)
  })

  test('edits, and the approval counts for what was edited', async () => {
    const { post, token, sent } = await shop()
    const stale = await token()
    await post({ token: stale, do: 'edit', text: 'Dear Mina,\r\n\r\nbye.' })
    expect((await post({ token: stale, do: 'send', word: 'mail' })).status).toBe(409)
    expect(sent).toEqual([])
    await post({ token: await token(), do: 'send', word: 'mail' })
    expect(sent).toMatchObject([{ text: 'Dear Mina,\n\nbye.' }])
  })

  test('discards', async () => {
    const { post, token, state } = await shop()
    await post({ token: await token(), do: 'discard' })
    expect(await state()).toBe('discarded')
  })

  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ['from another site', {}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['from another port', {}, { origin: 'http://127.0.0.1:1' }, 403],
    ['from nowhere', {}, { origin: 'null' }, 403],
    ['that another site had sent', {}, { 'sec-fetch-site': 'cross-site' }, 403],
    ['without a token', { token: '' }, {}, 409],
    ['with a token of nobody’s making', { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}, 409],
    ['with another’s token', {}, { 'x-user': 'bert' }, 409],
    ['without the word', { word: '' }, {}, 409],
    ['with another word', { word: 'yes' }, {}, 409],
    ['of nothing', { do: '' }, {}, 409],
  ])('takes no form %s', async (_, fields, headers, status) => {
    const { post, token, state, sent } = await shop()
    const response = await post({ token: await token(), do: 'send', word: 'mail', ...fields }, headers)
    expect([response.status, await state(), sent]).toEqual([status, 'open', []])
  })

  test('takes no form that is too old', async () => {
    const { post, token, state, clock } = await shop()
    const old = await token()
    clock.time += 3_600_001
    expect((await post({ token: old, do: 'discard' })).status).toBe(409)
    expect(await state()).toBe('open')
  })

  test('takes one of two decisions', async () => {
    const { post, token, sent } = await shop()
    const both = [await token(), await token('bert')]
    const [one, other] = await Promise.all([
      post({ token: both[0]!, do: 'send', word: 'mail' }),
      post({ token: both[1]!, do: 'send', word: 'mail' }, { 'x-user': 'bert' }),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([303, 409]))
    expect(sent).toHaveLength(1)
  })

  test('says what is missing, and the draft stays open', async () => {
    const { post, token, state } = await shop({ options: { environment: { needed: ['KEY'], missing: ['KEY'] } } })
    const response = await post({ token: await token(), do: 'send', word: 'mail' })
    expect(await response.text()).toContain('was not sent, and stays open: this server lacks KEY.')
    expect(await state()).toBe('open')
  })

  test('says that it failed, and lets a person settle what nobody knows', async () => {
    let error: Error = new ToolError('no such <address>')
    const { post, token, state, get } = await shop({
      commit: () => {
        throw error
      },
    })
    const response = await post({ token: await token(), do: 'send', word: 'mail' })
    expect(await response.text()).toMatch(/was not sent, and waits again\.[\s\S]*no such &lt;address&gt;/)
    error = new TypeError('broken')
    await post({ token: await token(), do: 'send', word: 'mail' })
    expect(await (await get()).text()).toContain('may have been sent: nobody knows')
    expect((await post({ token: await token(), do: 'send', word: 'mail' })).status).toBe(409)
    await post({ token: await token(), do: 'not-sent' })
    expect(await state()).toBe('open')
  })

  test('is also at a web-standard handler', async () => {
    const { server } = await shop()
    const handler = createServer({ name: 'shop', version: '1', tools: [], http: { reviewer: () => 'anna' } })
    const page = await handler.fetch(new Request('https://shop.example/mcp/review'))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('0 drafts wait')])
    expect((await server.fetch(new Request('https://shop.example/mcp/review'))).status).toBe(405)
  })
})

describe('a server that listens', () => {
  test('stands by: it sends when it is told, and is gone when it closes', async () => {
    const { ledger, state } = await shop()
    const module = moduleOf({ server: 'shop', entries: [] })
    const [live] = await whenAny(() => liveServers(ledger, module))
    expect(live).toMatchObject({ missing: [] })
    expect(await awakeServers(ledger, module, { newId: () => crypto.randomUUID() })).toHaveLength(1)
    const [draft] = await listDrafts(ledger)
    await approveDraft(draft!, { store: ledger, by: 'anna', newId: () => crypto.randomUUID() })
    const [awake] = await liveServers(ledger, module)
    await ring(ledger, awake!, () => crypto.randomUUID())
    await whenAny(async () => ((await state()) === 'sent' ? ['sent'] : []))
    await listening?.close()
    listening = undefined
    expect(await liveServers(ledger, module)).toEqual([])
  })

  test('counts as gone when it does not answer', async () => {
    const ledger = memoryStore({ now: () => 0 })
    const value = JSON.stringify({ digest: '', missing: [] })
    await ledger.write([{ key: 'live/m/1', expect: undefined, version: '1', value, leaseMs: 30_000 }])
    expect(await liveServers(ledger, 'm')).toHaveLength(1)
    expect(await awakeServers(ledger, 'm', { newId: () => crypto.randomUUID(), patienceMs: 20 })).toEqual([])
    expect(await liveServers(ledger, 'm')).toEqual([])
  })
})

async function whenAny<Item>(look: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  for (;;) {
    const found = await look()
    if (found.length > 0) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
