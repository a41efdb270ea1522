import { describe, expect, test } from 'vitest'
import { latest, writeEnvelope } from '../../protocol/index.ts'
import { memoryStore, type Store, StoreError } from '../../ledger/index.ts'
import {
  file,
  type Idempotency,
  isObject,
  type Tool,
  ToolError,
  type ToolContext,
  type UnknownObject,
} from '../../tool/index.ts'
import { createPeer } from '../peer.ts'
import { createServer } from '../server.ts'
import type { ServerOptions } from '../core.ts'

const second = 1000
const hour = 3_600_000

/** A server with a tool that refunds, and what it has done. */
function shop(refund: (args: UnknownObject, context: ToolContext) => unknown, more: More = {}) {
  let time = Date.UTC(2026, 11, 1, 10, 2)
  const effects: UnknownObject[] = []
  const tool: Tool = {
    name: 'refund_order',
    inputSchema: {
      type: 'object',
      properties: {
        order_id: { type: 'string' },
        amount_cents: { type: 'number' },
        reason: { type: 'string' },
        currency: { type: 'string', default: 'usd' },
      },
      required: ['order_id', 'amount_cents'],
      additionalProperties: false,
    },
    idempotency: { keys: ['order_id', 'amount_cents', 'currency'], ...more.idempotency },
    ...more.tool,
    run(args, context) {
      effects.push(args)
      return refund(args, context)
    },
  }
  const log: string[] = []
  const store = more.store ?? memoryStore({ now: () => time })
  const options = {
    name: 'shop',
    version: '1',
    ledger: store,
    now: () => time,
    log: (line: string) => void log.push(line),
  }
  const server = createServer({ ...options, tools: [tool], ...more.server })
  const call = async (
    args: UnknownObject,
    { caller = 'me', meta = {}, name = tool.name }: Calling = {},
  ): Promise<Answer> => {
    const peer = createPeer({ caller })
    const _meta = {
      ...writeEnvelope({ protocolVersion: latest.version, clientCapabilities: {}, clientInfo: undefined }),
      ...meta,
    }
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } }
    return answerOf(JSON.parse((await server.handle(request, peer)) ?? 'null'))
  }
  return { call, effects, log, server, store, pass: (ms: number) => void (time += ms) }
}

interface More {
  readonly idempotency?: Idempotency
  readonly tool?: Partial<Tool>
  readonly server?: Partial<ServerOptions>
  readonly store?: Store
}

interface Calling {
  readonly caller?: string
  readonly meta?: UnknownObject
  readonly name?: string
}

interface Answer {
  readonly lines: readonly string[]
  readonly isError: boolean
  readonly content?: readonly unknown[]
  readonly structured: unknown
  readonly meta: UnknownObject
}

function answerOf(message: unknown): Answer {
  const result = isObject(message) && isObject(message['result']) ? message['result'] : {}
  const content = Array.isArray(result['content']) ? result['content'] : [{ text: JSON.stringify(message) }]
  const { 'io.modelcontextprotocol/serverInfo': _, ...meta } = isObject(result['_meta']) ? result['_meta'] : {}
  return {
    lines: content.map((item: unknown) => (isObject(item) ? String(item['text']) : '')),
    ...(content.length > 1 && { content }),
    isError: result['isError'] === true,
    structured: result['structuredContent'],
    meta,
  }
}

function keyed(key: unknown): Calling {
  return { meta: { 'dev.verbnoun/idempotencyKey': key } }
}

function hostOf(caller: string): string {
  return caller.split('@')[1] ?? ''
}

/** A promise, and what resolves it. */
function later(): { promise: Promise<string>; resolve: (text: string) => void } {
  const waiting: ((text: string) => void)[] = []
  const promise = new Promise<string>((resolve) => {
    waiting.push(resolve)
  })
  return { promise, resolve: (text) => waiting[0]?.(text) }
}

/** A store of which one kind of request fails. */
function broken(fails: (kind: 'claim' | 'settle') => boolean): Store {
  const store = memoryStore({ now: () => 0 })
  return {
    ...store,
    write(changes, options) {
      const kind = changes.some((change) => 'leaseMs' in change) ? 'claim' : 'settle'
      return fails(kind) ? Promise.reject(new StoreError('disk full')) : store.write(changes, options)
    },
  }
}

const order = { order_id: 'PT-1042', amount_cents: 2400, reason: 'arrived damaged' }

describe('a call that was made before', () => {
  test('is answered with the first result, says so, and acts no more', async () => {
    const { call, effects, pass } = shop(() => ({ receipt: 're_1' }))
    const first = await call(order)
    expect(first).toEqual({ lines: ['{"receipt":"re_1"}'], isError: false, structured: { receipt: 're_1' }, meta: {} })
    pass(60 * second)
    const again = await call({ ...order, reason: 'broken' })
    expect(effects).toHaveLength(1)
    expect(again.structured).toEqual({ receipt: 're_1' })
    expect(again.lines).toEqual([
      '{"receipt":"re_1"}',
      expect.stringMatching(
        /^refund_order was already done at 10:02 UTC: this is that result, nothing was done again\. Not used: reason broken\. To have it done once more, a person runs: verbnoun ledger release [0-9a-f]{8}\.$/,
      ),
    ])
    expect(again.meta).toEqual({
      'dev.verbnoun/replayed': { ref: expect.stringMatching(/^[0-9a-f]{8}$/), at: '2026-12-01T10:02:00.000Z' },
    })
  })

  test('is the same however its arguments are spelt', async () => {
    const { call, effects } = shop(() => 'done')
    await call(order)
    await call({ ...order, amount_cents: '2400' })
    await call({ ...order, amount_cents: 2400.0, currency: 'usd' })
    expect(effects).toHaveLength(1)
    await call({ ...order, currency: 'eur' })
    await call({ ...order, amount_cents: 2401 })
    expect(effects).toHaveLength(3)
  })

  test('shows its result to its caller only', async () => {
    const { call, effects } = shop(() => ({ receipt: 're_1' }), { idempotency: { scope: 'server' } })
    await call(order)
    const other = await call(order, { caller: 'you' })
    expect(effects).toHaveLength(1)
    expect(other.structured).toBeUndefined()
    expect(other.lines).toEqual([
      expect.stringContaining(
        'refund_order with order_id PT-1042, amount_cents 2400, currency usd was already done at 10:02 UTC.',
      ),
    ])
  })

  test('is another for another caller, unless its key is one of the business', async () => {
    const { call, effects } = shop(() => 'done')
    await call(order, { caller: 'me' })
    await call(order, { caller: 'you' })
    expect(effects).toHaveLength(2)
  })

  test('is one within a tenant', async () => {
    const { call, effects } = shop(() => 'done', { idempotency: { scope: 'server' }, server: { tenant: hostOf } })
    await call(order, { caller: 'ann@acme' })
    await call(order, { caller: 'bob@acme' })
    await call(order, { caller: 'ann@other' })
    expect(effects).toHaveLength(2)
  })

  test('may act again when its time is over', async () => {
    const { call, effects, pass } = shop(() => 'done', { idempotency: { window: hour } })
    await call(order)
    pass(hour - 1)
    await call(order)
    expect(effects).toHaveLength(1)
    pass(1)
    await call(order)
    expect(effects).toHaveLength(2)
  })

  test('waits for the one that is under way, and has its result', async () => {
    const refunded = later()
    const { call, effects } = shop(() => refunded.promise, {
      tool: { concurrency: 1, rateLimit: { calls: 1, per: hour } },
    })
    const first = call(order)
    await expect.poll(() => effects.length).toBe(1)
    const others = [call(order), call(order)]
    refunded.resolve('Refunded')
    expect((await first).lines).toEqual(['Refunded'])
    for (const { lines } of await Promise.all(others)) expect(lines[0]).toBe('Refunded')
    expect(effects).toHaveLength(1)
  })

  test('is told to leave it when the other takes too long', async () => {
    const refunded = later()
    const { call, effects } = shop(() => refunded.promise, { server: { joinMs: 30 } })
    const first = call(order)
    await expect.poll(() => effects.length).toBe(1)
    expect(await call(order)).toMatchObject({
      isError: true,
      lines: [
        'refund_order is already running with order_id PT-1042, amount_cents 2400, currency usd, since 10:02 UTC. Do not call it again.',
      ],
    })
    refunded.resolve('Refunded')
    await first
    expect(effects).toHaveLength(1)
  })

  test('gives a failure again that was declared done', async () => {
    const { call, effects } = shop(() => {
      throw new ToolError('refunded, but no mail was sent', { effect: 'done', fix: 'Tell the user.' })
    })
    const first = await call(order)
    expect(first).toMatchObject({ isError: true, lines: ['refunded, but no mail was sent\nTell the user.'] })
    const again = await call(order)
    expect(again.isError).toBe(true)
    expect(again.lines[0]).toBe('refunded, but no mail was sent\nTell the user.')
    expect(again.lines[1]).toContain('was already done')
    expect(effects).toHaveLength(1)
  })

  test('passes through what is around calls each time', async () => {
    const seen: unknown[] = []
    const { call } = shop(() => ({ receipt: 're_1' }), {
      server: {
        around: [
          async (_, next) => {
            const value = await next()
            seen.push(value)
            return value
          },
        ],
      },
    })
    await call(order)
    await call(order)
    expect(seen).toEqual([{ receipt: 're_1' }, { receipt: 're_1' }])
  })
})

describe('a call that failed', () => {
  test('may be made again when the tool says that nothing has happened', async () => {
    let fails = true
    const { call, effects } = shop(() => {
      if (fails) throw new ToolError('the bank is closed')
      return 'done'
    })
    expect((await call(order)).lines).toEqual(['the bank is closed'])
    fails = false
    expect((await call(order)).lines).toEqual(['done'])
    expect(effects).toHaveLength(2)
  })

  test.each([
    ['any other error', () => new TypeError('oops')],
    ['an error of the author', () => new Error('socket hang up')],
    ['a ToolError that says so', () => new ToolError('no answer from the bank', { effect: 'unknown' })],
  ])('is unknown after %s, and never made again by itself', async (_, error) => {
    const { call, effects, pass } = shop(
      () => {
        throw error()
      },
      { idempotency: { verify: 'list_refunds shows it' } },
    )
    const first = await call(order)
    expect(first.isError).toBe(true)
    expect(first.lines.at(-1)).toMatch(
      /^It may have happened\. Do not call it again\. list_refunds shows it\. Else tell the user that a person must settle it: verbnoun ledger settle [0-9a-f]{8}\.$/,
    )
    pass(60 * second)
    const again = await call({ ...order, reason: 'please' })
    expect(again.isError).toBe(true)
    expect(again.lines).toEqual([
      expect.stringMatching(
        /^refund_order was not run: an attempt with order_id PT-1042, amount_cents 2400, currency usd began at 10:02 UTC and may have happened\. Do not call it again\. list_refunds shows it\. Else tell the user that a person must settle it: verbnoun ledger settle [0-9a-f]{8}\.$/,
      ),
    ])
    pass(100 * hour)
    expect((await call(order)).lines[0]).toContain('began at 10:02 UTC on 2026-12-01 and may have happened')
    expect(effects).toHaveLength(1)
  })

  test('is unknown when it took too long, until it ends after all', async () => {
    const refunded = later()
    const { call, effects } = shop(() => refunded.promise, { tool: { timeout: 50 } })
    const first = await call(order)
    expect(first.lines).toEqual([
      'refund_order took longer than 0.05 s and was stopped.',
      expect.stringMatching(
        /^It may have happened\. Do not call it again\. Tell the user that a person must settle it/,
      ),
    ])
    expect((await call(order)).lines[0]).toContain('may have happened')
    refunded.resolve('Refunded')
    await expect.poll(async () => (await call(order)).lines[0]).toBe('Refunded')
    expect(effects).toHaveLength(1)
  })

  test('is tried again with its first arguments and key where the system behind keeps the key', async () => {
    const keys: string[] = []
    const { call, effects, pass } = shop(
      (_, { idempotencyKey }) => {
        keys.push(idempotencyKey)
        if (keys.length === 1) throw new Error('socket hang up')
        return 'done'
      },
      { idempotency: { downstream: hour } },
    )
    await call(order)
    pass(hour / 2)
    expect((await call({ ...order, reason: 'please' })).lines).toEqual(['done'])
    expect(effects.map(({ reason }) => reason)).toEqual(['arrived damaged', 'arrived damaged'])
    expect(keys[0]).toBe(keys[1])
    expect((await call(order)).lines[1]).toContain('already done')
  })

  test('is not tried again when the system behind has forgotten the key', async () => {
    const { call, effects, pass } = shop(
      () => {
        throw new Error('socket hang up')
      },
      { idempotency: { downstream: hour } },
    )
    await call(order)
    pass(hour)
    expect((await call(order)).lines[0]).toContain('may have happened')
    expect(effects).toHaveLength(1)
  })

  test.each([
    ['done', { done: { receipt: 're_9' } }, '{"receipt":"re_9"}', 1],
    ['not done', 'not-done', '{"receipt":"re_2"}', 2],
    ['unknown', 'unknown', 'may have happened', 1],
  ] as const)('is looked up where the tool can: %s', async (_, truth, says, times) => {
    const asked: unknown[] = []
    const { call, effects } = shop(
      () => {
        if (effects.length === 1) throw new Error('socket hang up')
        return { receipt: 're_2' }
      },
      {
        tool: {
          reconcile(args, { key }) {
            asked.push(args, key)
            return truth
          },
        },
      },
    )
    await call(order)
    expect((await call(order)).lines[0]).toContain(says)
    expect(effects).toHaveLength(times)
    expect(asked).toEqual([{ ...order, currency: 'usd' }, expect.stringMatching(/^[0-9a-f]{40}$/)])
  })

  test('never claims its key when its arguments are refused or a limit is reached', async () => {
    const { call, effects } = shop(() => 'done', { tool: { rateLimit: { calls: 1, per: hour } } })
    await call({ order_id: 'PT-1042' })
    await call(order)
    const refused = await call({ ...order, order_id: 'PT-1' })
    expect(refused.lines[0]).toContain('you may call it once in 3600 s')
    expect((await call(order)).lines[1]).toContain('already done')
    expect(effects).toHaveLength(1)
  })
})

describe('a key of the client', () => {
  test('never loosens: a hit on either answers', async () => {
    const { call, effects } = shop(() => 'done')
    await call(order, keyed('a'))
    expect((await call(order, keyed('b'))).lines[1]).toContain('already done')
    expect((await call({ ...order, reason: 'other' }, keyed('a'))).lines[1]).toContain('already done')
    expect(effects).toHaveLength(1)
  })

  test('is refused for other arguments, which are named', async () => {
    const { call, effects } = shop(() => 'done')
    await call(order, keyed('a'))
    const refused = await call({ ...order, amount_cents: 1, currency: 'eur' }, keyed('a'))
    expect(refused).toMatchObject({
      isError: true,
      lines: [
        'refund_order was not run: its idempotency key was used before, with another amount_cents, currency. Another call needs another key.',
      ],
    })
    expect(effects).toHaveLength(1)
  })

  test('may be used again where its first call did not happen', async () => {
    const { call, effects } = shop(() => {
      if (effects.length === 1) throw new ToolError('the bank is closed')
      return 'done'
    })
    await call(order, keyed('a'))
    expect((await call({ ...order, amount_cents: 1 }, keyed('a'))).lines).toEqual(['done'])
  })

  test.each([[7], [''], ['x'.repeat(256)]])('is a text, and no longer than needed', async (key) => {
    const { call, effects } = shop(() => 'done')
    expect((await call(order, keyed(key))).lines[0]).toContain('is a string of 1 to 255 characters')
    expect(effects).toEqual([])
  })
})

describe('steps', () => {
  const inSteps = { steps: true } as const

  test('are where the effect begins: what fails before may be called again', async () => {
    let fails = true
    const { call } = shop(
      async (_, { step }) => {
        if (fails) throw new TypeError('oops')
        return await step('charge', () => 'done')
      },
      { tool: inSteps },
    )
    expect((await call(order)).lines).toEqual([expect.stringContaining('failed inside the server')])
    fails = false
    expect((await call(order)).lines).toEqual(['done'])
    expect((await call(order)).lines[1]).toContain('already done')
  })

  test('are done once, whatever fails after them', async () => {
    const done: string[] = []
    let fails = true
    const { call } = shop(
      async (_, { step, idempotencyKey }) => {
        const receipt = await step('charge', () => {
          done.push(`charge ${idempotencyKey}`)
          return { id: done.length, at: new Date(0) }
        })
        await step('mail', () => {
          if (fails) throw new ToolError('no mail today')
          done.push(`mail ${idempotencyKey}`)
        })
        return receipt
      },
      { tool: inSteps },
    )
    expect((await call(order)).lines).toEqual(['no mail today'])
    fails = false
    expect((await call(order)).structured).toEqual({ id: 1, at: '1970-01-01T00:00:00.000Z' })
    const [charge = '', mail = ''] = done
    expect(done).toHaveLength(2)
    expect(charge.split(' ')[1]).toBe(mail.split(' ')[1])
  })

  test('of two calls at once act in one of them', async () => {
    const acts: number[] = []
    const { call } = shop(
      async (_, { step }) => {
        const read = await Promise.resolve(1)
        return await step('charge', async () => {
          acts.push(read)
          await new Promise((resolve) => setTimeout(resolve, 20))
          return 'done'
        })
      },
      { tool: inSteps },
    )
    const answers = await Promise.all([call(order), call(order), call(order)])
    expect(answers.map(({ lines }) => lines[0])).toEqual(['done', 'done', 'done'])
    expect(acts).toEqual([1])
  })

  test('have names of their own', async () => {
    const { call, log } = shop(
      async (_, { step }) => {
        await step('charge', () => 1)
        return await step('charge', () => 2)
      },
      { tool: inSteps },
    )
    const { lines } = await call(order)
    expect(lines[0]).toContain('failed inside the server')
    expect(lines[1]).toContain('It may have happened')
    expect(log.join('\n')).toContain('Two steps have the name "charge". In a loop: `charge:${id}`.')
  })

  test('that took too long before they began leave nothing', async () => {
    const { call } = shop(() => new Promise(() => undefined), { tool: { ...inSteps, timeout: 30 } })
    expect((await call(order)).lines).toEqual([
      'refund_order took longer than 0.03 s and was stopped. Nothing has happened yet: you may try once more.',
    ])
  })
})

describe('a ledger that fails', () => {
  test('before the effect prevents it, and says so', async () => {
    const { call, effects, log } = shop(() => 'done', { store: broken((kind) => kind === 'claim') })
    const { lines, isError } = await call(order)
    expect(isError).toBe(true)
    expect(lines).toEqual([
      expect.stringMatching(
        /^refund_order was not run: the ledger of the server failed \(ref [0-9a-f]{4}\)\.\nNothing has happened\. Try again later, or tell the user\.$/,
      ),
    ])
    expect(effects).toEqual([])
    expect(log.join('\n')).toContain('disk full')
  })

  test('after the effect is told beside the result, and the call stays claimed', async () => {
    const { call, effects } = shop(() => 'done', { store: broken((kind) => kind === 'settle') })
    const first = await call(order)
    expect(first.lines).toEqual(['done', expect.stringContaining('so this is not recorded. Do not call it again.')])
    expect(first.isError).toBe(false)
    expect(effects).toHaveLength(1)
  })
})

describe('time', () => {
  test('that jumps back or a little forward makes nothing happen twice', async () => {
    const { call, effects, pass } = shop(() => 'done')
    await call(order)
    for (const ms of [-5 * hour, 10 * hour, 10 * hour]) {
      pass(ms)
      expect((await call(order)).lines[1]).toContain('already done')
    }
    expect(effects).toHaveLength(1)
  })

  test('in which a process was silent leaves its call unknown, until it ends after all', async () => {
    const refunded = later()
    const { call, effects, pass } = shop(() => refunded.promise)
    const first = call(order)
    await expect.poll(() => effects.length).toBe(1)
    pass(16 * second)
    expect((await call(order)).lines[0]).toContain('may have happened')
    refunded.resolve('Refunded')
    expect((await first).lines).toEqual(['Refunded'])
    expect((await call(order)).lines[0]).toBe('Refunded')
    expect(effects).toHaveLength(1)
  })
})

test('a result that the tool no longer promises comes as text', async () => {
  const ledger = memoryStore({ now: () => 0 })
  const before = shop(() => ({ receipt: 're_1' }), { store: ledger })
  await before.call(order)
  const outputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const
  const after = shop(() => ({ id: 're_2' }), { store: ledger, tool: { outputSchema } })
  const answer = await after.call(order)
  expect(answer.isError).toBe(true)
  expect(answer.lines[0]).toContain('was already done')
  expect(answer.lines[0]).toContain('{"receipt":"re_1"}')
  expect(after.effects).toEqual([])
})

test('bytes in a result come back as they were', async () => {
  const bytes = new Uint8Array(5000).map((_, at) => at % 251)
  const { call, store } = shop(() => [file(bytes, { name: 'a.bin', mimeType: 'application/octet-stream' }), 'a file'])
  const first = await call(order)
  const again = await call(order)
  expect(again.content?.[0]).toEqual(first.content?.[0])
  expect(again.lines[1]).toBe('a file')
  const [entry] = await store.list({ prefix: 'call/' })
  expect(entry?.bytes).toHaveLength(bytes.length)
})

test('whole numbers that readers round make no key', async () => {
  const { call, effects } = shop(() => 'done')
  const { lines } = await call({ ...order, amount_cents: 2 ** 53 })
  expect(lines[0]).toContain('amount_cents is 9007199254740992, beyond the whole numbers that are exact')
  expect(effects).toEqual([])
})

test('a call that no longer has a client goes on and is recorded', async () => {
  const refunded = later()
  let isAborted = false
  const { server, call, effects } = shop((_, { signal }) => {
    signal.addEventListener('abort', () => (isAborted = true))
    return refunded.promise
  })
  const peer = createPeer()
  const _meta = writeEnvelope({ protocolVersion: latest.version, clientCapabilities: {}, clientInfo: undefined })
  const params = { name: 'refund_order', arguments: order, _meta }
  const gone = server.handle({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }, peer)
  await expect.poll(() => effects.length).toBe(1)
  await server.handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, peer)
  expect(await gone).toBeUndefined()
  expect(isAborted).toBe(false)
  const again = call(order, { caller: 'local' })
  refunded.resolve('Refunded')
  expect((await again).lines[0]).toBe('Refunded')
  expect(effects).toHaveLength(1)
})
