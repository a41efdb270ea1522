import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, describe, expect, test } from 'vitest'

interface Stranger {
  readResource(request: { uri: string }): Promise<{ contents: object[] }>
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; annotations?: unknown }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>
  close(): Promise<void>
}

const info = { name: 'stranger', version: '1.0.0' }
const parameters = (example: string): { command: string; args: string[]; stderr: 'ignore' } => ({
  command: process.execPath,
  args: ['dist/cli/main.js', 'serve', `examples/${example}`, '--ledger', 'memory:'],
  stderr: 'ignore',
})

/** Each as it would be written by somebody who has never heard of Verbnoun. */
const strangers: Record<string, (example: string) => Promise<Stranger>> = {
  'SDK v2, legacy era': (example) => connectCurrent(example, 'legacy'),
  'SDK v2, auto era': (example) => connectCurrent(example, 'auto'),
  'SDK v1': async (example) => {
    const client = new OlderClient(info)
    await client.connect(new OlderTransport(parameters(example)))
    return client
  },
}

async function connectCurrent(example: string, mode: 'legacy' | 'auto'): Promise<Stranger> {
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(new StdioClientTransport(parameters(example)))
  return client
}

describe.each(Object.entries(strangers))('%s', (_, connect) => {
  const clients = new Map<string, Promise<Stranger>>()
  afterAll(async () => {
    for (const client of clients.values()) await (await client).close()
  })

  /** One connection an example: what is tried on it one after the other may not disturb what follows. */
  function connected(example: string): Promise<Stranger> {
    const client = clients.get(example) ?? connect(example)
    clients.set(example, client)
    return client
  }

  test('lists the tools of Paper Trail, sorted, with their hints', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'chart_sales',
      'draft_refund',
      'list_receipts',
      'order_status',
      'search_orders',
    ])
    expect(tools[3]).toMatchObject({
      inputSchema: {
        type: 'object',
        properties: { order_id: { type: 'string' } },
        required: ['order_id'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })
  })

  test('gets structured content and the same as text', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    await client.listTools()
    const result = await client.callTool({ name: 'order_status', arguments: { order_id: 'PT-1042' } })
    const status = { status: 'shipped', carrier: 'Indigo Post', eta: '2026-12-04' }
    expect(result['structuredContent']).toEqual(status)
    expect(result['content']).toEqual([{ type: 'text', text: JSON.stringify(status) }])
  })

  test('gets a list in a shape that it accepts', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    await client.listTools()
    const found = await client.callTool({ name: 'search_orders', arguments: { customer_name: 'arjun' } })
    expect(JSON.stringify(found['structuredContent'])).toContain(
      '{"order_id":"PT-1042","title":"Amritsar: A City in Layers"}',
    )
  })

  test('gets the draft as it was written', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    const call = { name: 'draft_refund', arguments: { order_id: 'PT-1042', reason: 'arrived damaged' } }
    const { content } = await client.callTool(call)
    const uri = /draft:\/\/refund_email\/[0-9a-f-]+/.exec(JSON.stringify(content))?.[0] ?? ''
    expect(content).toEqual([
      {
        type: 'text',
        text: `Dear Arjun R,

We're sorry 'Amritsar: A City in Layers' didn't work out (arrived damaged).
Your refund has been initiated and will reach you in 5-7 working days.

— Paper Trail Books`,
      },
      expect.objectContaining({ type: 'resource_link', uri }) as unknown,
    ])
    const { contents } = await client.readResource({ uri })
    expect(JSON.parse((contents as { text: string }[])[0]?.text ?? '')).toMatchObject({ state: 'open' })
  })

  test('gets a chart beside its summary and the numbers', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    await client.listTools()
    const chart = await client.callTool({ name: 'chart_sales', arguments: { month: '2026-11' } })
    expect(chart).toMatchObject({
      content: [
        { type: 'image', mimeType: 'image/png' },
        { type: 'text', text: expect.stringContaining('A Field Guide to Monsoons: 11') as unknown },
      ],
      structuredContent: { month: '2026-11', revenue_cents: 76750 },
    })
  })

  test('gets links to receipts, and reads them', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    const listed = await client.callTool({ name: 'list_receipts', arguments: { order_id: 'PT-1042' } })
    const uri = 'paper-trail://receipts/PT-1042'
    expect(listed['content']).toMatchObject([{ type: 'resource_link', uri }])
    const text = expect.stringContaining('1 x Amritsar: A City in Layers') as unknown
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, mimeType: 'text/plain', text }])
    await expect(client.readResource({ uri: 'paper-trail://receipts/PT-1' })).rejects.toThrow('PT-1')
  })

  test('gets an error that says what went wrong and what would fix it', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    const call = { name: 'order_status', arguments: { order_id: 'PT-9999' } }
    expect(await client.callTool(call)).toMatchObject({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'no such order: PT-9999\nIds look like PT-1042; search_orders finds them by customer name.',
        },
      ],
    })
  })

  test('is asked whether it meant another name when it misspells an argument', async () => {
    const client = await connected('paper-trail/paper-trail.ts')
    const result = await client.callTool({ name: 'order_status', arguments: { order: 'PT-1042' } })
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did you mean order_id?') as unknown }],
    })
  })

  test('refunds once for one key, and is told so in two texts', async () => {
    const client = await connected('orders/orders.ts')
    const call = {
      name: 'refund_order',
      arguments: { order_id: 'PT-1042', amount_cents: 2400, reason: 'arrived damaged' },
    }
    const first = await client.callTool(call)
    expect(first['content']).toEqual([
      { type: 'text', text: 'Refunded $24.00' },
      { type: 'text', text: expect.stringMatching(/^Receipt id: re_\w+$/) as unknown },
    ])
    const again = { type: 'text', text: expect.stringContaining('was already done') as unknown }
    expect((await client.callTool(call))['content']).toEqual([...(first['content'] as object[]), again])
  })

  test('sees the hints of a tool that changes something', async () => {
    const client = await connected('orders/orders.ts')
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['cancel_order', { destructiveHint: true, openWorldHint: true }],
      ['refund_order', { readOnlyHint: false, destructiveHint: false, idempotentHint: true }],
    ])
  })
})
