import { describe, expect, test } from 'vitest'
import { memoryStore } from '../ledger/index.ts'
import { createServer } from '../serve/index.ts'
import { drafts, tool, ToolError } from '../tool/index.ts'
import { testClient } from './client.ts'

const halve = tool({
  name: 'halve',
  description: 'Halve a number.',
  input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false },
  output: { type: 'number' },
  run({ n }, { progress }) {
    if (n === 1) throw new ToolError('one cannot be halved')
    progress(1, 2, 'thinking')
    return Number(n) / 2
  },
})

const server = createServer({ name: 'numbers', version: '1.0.0', tools: [halve] })

describe.each(['2024-11-05', '2025-11-25', '2026-07-28'])('a test client of revision %s', (revision) => {
  test('lists and calls', async () => {
    const client = await testClient(server, { revision })
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['halve'])
    expect((await client.call('halve', { n: 4 })).text).toBe('2')
  })

  test('hears of progress when it asks for it', async () => {
    const client = await testClient(server, { revision })
    await client.request('tools/call', { name: 'halve', arguments: { n: 4 }, _meta: { progressToken: 'p' } })
    expect(client.notifications).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
    ])
  })

  test('throws what a tool said when it was not to fail', async () => {
    const client = await testClient(server, { revision })
    await expect(client.call('halve', { n: 1 })).rejects.toThrow('halve failed: one cannot be halved')
  })

  test('throws when a tool that was to fail did not, or failed otherwise', async () => {
    const client = await testClient(server, { revision })
    expect(await client.expectToolError('halve', { n: 1 }, /cannot/)).toBe('one cannot be halved')
    await expect(client.expectToolError('halve', { n: 4 })).rejects.toThrow('halve did not fail. It said: 2')
    await expect(client.expectToolError('halve', { n: 1 }, 'two')).rejects.toThrow(
      'halve failed with other words than two',
    )
  })

  test('throws the error of a request that was refused', async () => {
    const client = await testClient(server, { revision })
    await expect(client.call('halv')).rejects.toThrow('Unknown tool: halv. Did you mean halve?')
  })
})

const pay = tool({
  name: 'pay_bill',
  description: 'Pay a bill.',
  input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false },
  idempotency: {},
  steps: true,
  async run({ n }, { confirm }) {
    return await confirm(`Pay ${String(n)}?`, async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return `paid ${(paid += 1)}`
    })
  },
})
let paid = 0

describe.each(['2025-11-25', '2026-07-28'])('a test client of revision %s with a person at it', (revision) => {
  const shop = createServer({ name: 'shop', version: '1.0.0', tools: [pay] })

  test('answers, loses answers and asks again', async () => {
    paid = 0
    const asked: string[] = []
    const client = await testClient(shop, {
      revision,
      answer({ message }) {
        asked.push(message)
        return message.includes('13') ? 'decline' : { approve: true }
      },
    })
    expect((await client.call('pay_bill', { n: 7 })).text).toBe('paid 1')
    expect((await client.call('pay_bill', { n: 7 })).text).toContain('paid 1')
    await client.expectToolError('pay_bill', { n: 13 }, 'declined "Pay 13?"')
    expect(asked).toEqual(['Pay 7?', 'Pay 13?'])
    expect(paid).toBe(1)
  })

  test('cannot be asked where nobody answers', async () => {
    const client = await testClient(shop, { revision })
    const text = await client.expectToolError('pay_bill', { n: 8 })
    expect(text).toContain('a person must answer "Pay 8?" first')
  })
})

test('a call whose answer is lost is done, and the same call has its result', async () => {
  let done = 0
  const send = {
    name: 'send_it',
    inputSchema: { type: 'object' },
    idempotency: {},
    async run() {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return `sent ${(done += 1)}`
    },
  } as const
  const client = await testClient(createServer({ name: 'post', version: '1', tools: [send] }))
  await client.loseAnswer('send_it')
  expect((await client.call('send_it')).text).toMatch(/^sent 1\n/)
  expect(done).toBe(1)
})

test('a revision that nobody knows is refused', async () => {
  await expect(testClient(server, { revision: '2031-01-01' })).rejects.toThrow('There is no revision 2031-01-01.')
})

describe('a draft', () => {
  const mail = drafts<{ to: string }>({
    kind: 'mail',
    commit({ text }) {
      if (text === '') throw new ToolError('a mail has words')
    },
  })
  const draft_mail = tool({
    name: 'draft_mail',
    description: 'Draft a mail.',
    input: { type: 'object', properties: {}, additionalProperties: false },
    run: () => mail.draft('Dear Mina,', { to: 'Mina' }),
  })
  const ledger = memoryStore({ now: () => 0 })
  const post = createServer({ name: 'post', version: '1.0.0', tools: [draft_mail], drafts: [mail], ledger })

  test('is sent, edited or not, or fails', async () => {
    const client = await testClient(post, { ledger })
    const uri = async (): Promise<string> =>
      (await client.call('draft_mail')).content.flatMap((item) => (item.type === 'resource_link' ? item.uri : []))[0] ??
      ''
    const first = await uri()
    expect(await client.sendDraft(first, { text: '' })).toEqual({ state: 'failed', note: 'a mail has words' })
    expect(await client.sendDraft(first, { text: 'Dear Mina, hello.' })).toEqual({ state: 'sent' })
    expect(await client.sendDraft(await uri())).toEqual({ state: 'sent' })
    await expect(client.sendDraft(first)).rejects.toThrow('has been sent.')
  })

  test('is found in the ledger of its server only', async () => {
    const client = await testClient(post)
    await expect(client.sendDraft('draft://mail/1')).rejects.toThrow('No draft draft://mail/1 is kept.')
  })
})
