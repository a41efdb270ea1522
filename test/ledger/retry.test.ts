import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../src/ledger/index.ts'
import { revisions } from '../../src/protocol/index.ts'
import { createServer, listen } from '../../src/serve/index.ts'
import type { Tool } from '../../src/tool/index.ts'

interface Shop {
  readonly url: string
  readonly paid: () => number
  /** Resolves when a payment has begun. */
  readonly begun: Promise<void>
  readonly close: () => Promise<void>
}

/** A server over HTTP whose tool takes a moment to pay. */
async function openShop(): Promise<Shop> {
  let paid = 0
  const starts: (() => void)[] = []
  const begun = new Promise<void>((resolve) => {
    starts.push(resolve)
  })
  const pay: Tool = {
    name: 'pay_order',
    inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    idempotency: {},
    async run() {
      for (const start of starts) start()
      await new Promise((resolve) => setTimeout(resolve, 60))
      return `receipt ${(paid += 1)}`
    },
  }
  const ledger = memoryStore({ now: () => Date.now() })
  const { url, close } = await listen(createServer({ name: 'shop', version: '1', tools: [pay], ledger }))
  return { url, paid: () => paid, begun, close }
}

/** How a client of a revision asks over HTTP. */
async function clientOf(version: string, url: string): Promise<(id: number, signal?: AbortSignal) => Promise<string>> {
  const isShaken = revisions.some((known) => known.version === version && known.handshake === 'initialize')
  const shaken = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
  }
  const post = async (body: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> =>
    await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      headers: { ...shaken, ...headers },
      ...(signal && { signal }),
    })
  const params = { name: 'pay_order', arguments: { order: 'PT-1' } }
  if (!isShaken) {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'pay_order' }
    return async (id, signal) =>
      await (await post({ id, method: 'tools/call', params: { ...params, _meta } }, headers, signal)).text()
  }
  const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '0' } }
  const begun = await post({ id: 0, method: 'initialize', params: hello }, {})
  await begun.text()
  const session = { 'mcp-session-id': String(begun.headers.get('mcp-session-id')) }
  return async (id, signal) => await (await post({ id, method: 'tools/call', params }, session, signal)).text()
}

describe.each(revisions.map(({ version }) => version))('a call in revision %s whose connection was cut', (version) => {
  test('is done once, and the same call with another id has its result', async () => {
    const shop = await openShop()
    try {
      const call = await clientOf(version, shop.url)
      const cut = new AbortController()
      const lost = call(1, cut.signal)
      await shop.begun
      cut.abort()
      await expect(lost).rejects.toThrow('aborted')
      const again = await call(2)
      expect(again).toContain('"id":2')
      expect(again).toContain('receipt 1')
      expect(again).toContain('was already done')
      const later = await (await clientOf(version, shop.url))(3)
      expect(later).toContain('receipt 1')
      expect(shop.paid()).toBe(1)
    } finally {
      await shop.close()
    }
  })
})
