import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToolbox, retrying, runLoop } from '../../src/host/index.ts'
import type { Approve, LoopEnd, LoopEvent, Message, Model, Request } from '../../src/host/index.ts'
import { entry, host } from '../host/hosting.ts'
import type { Hosting } from '../host/hosting.ts'
import { installPeers, kinds, openOnWire } from './providers.ts'
import type { Kind } from './providers.ts'
import { openWire } from './wire/wire.mjs'
import type { ScriptedAnswer, Wire } from './wire/wire.mjs'

const env = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' }
const refund = (cents: number) => ({
  name: 'orders__refund_order',
  arguments: { order_id: 'PT-1042', amount_cents: cents, reason: 'arrived damaged' },
})
const prompt: Message = { role: 'user', parts: [{ kind: 'text', text: 'PT-1042 came damaged. Give 5 dollars back.' }] }
const approver = { id: 'ann', how: 'terminal', assurance: 'local' } as const

let peers = ''
let hosting: Hosting | undefined

beforeAll(async () => {
  peers = await installPeers()
}, 300_000)

async function open(kind: Kind, wire: Wire, isStrict = false): Promise<Model> {
  return await openOnWire(kind, wire, { peers, env, isStrict })
}

interface Talk {
  readonly events: readonly LoopEvent[]
  readonly end: LoopEnd
  readonly asked: readonly Request[]
}

async function talk(model: Model, approve: Approve): Promise<Talk> {
  const { gate, connections } = hosting!
  const asked: Request[] = []
  const toolbox = await createToolbox({
    gate,
    connections,
    model,
    newId: randomUUID,
    approve: async (request, how) => {
      asked.push(request)
      return await approve(request, how)
    },
  })
  const events: LoopEvent[] = []
  for await (const event of runLoop({ model, messages: [prompt], ...toolbox, now: () => performance.now() }))
    events.push(event)
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('It has no end.')
  return { events, end: last.end, asked }
}

const allow: Approve = async () => ({ said: { kind: 'allow' }, approver })

describe.each(kinds)('%s', (kind) => {
  // A gate remembers what was made and what was denied.
  beforeAll(async () => {
    const args = [resolve('dist/cli/main.js'), 'serve', resolve('examples/orders/orders.ts'), '--ledger', 'memory:']
    const command = { command: process.execPath, args, cwd: process.cwd(), env: { PATH: process.env['PATH'] ?? '' } }
    hosting = await host([entry('orders', command, 'own')])
  })

  afterAll(async () => await hosting?.connections.close())

  test('goes from a prompt over an approval to a refund', async () => {
    const wire = await openWire([
      { reasoning: ['Five dollars', 'are 500 cents.'], text: 'I refund it.', calls: [refund(500)] },
      { text: 'Refunded 5 dollars.' },
    ])
    const { end, asked, events } = await talk(await open(kind, wire), allow)
    await wire.close()
    expect([end.reason, end.text, end.steps, end.usage]).toEqual([
      'answered',
      'Refunded 5 dollars.',
      2,
      { input: 20, output: 10 },
    ])
    expect(asked.map(({ tool, arguments: args }) => [tool.name, args])).toEqual([
      ['refund_order', refund(500).arguments],
    ])
    expect(wire.requests.map(({ status }) => status)).toEqual([200, 200])
    expect(JSON.stringify(wire.requests[1]?.body)).toContain('Refunded $5.00')
    expect(events.filter(({ kind: what }) => what.startsWith('call')).map(({ kind: what }) => what)).toEqual([
      'call',
      'call-asked',
      'call-begun',
      'call-ended',
    ])
  })

  test('a no and a mistake among calls that run leave a conversation that goes on', async () => {
    const wire = await openWire([
      {
        calls: [
          refund(700),
          { name: 'orders__refund_order', arguments: { order_id: 'PT-1042' } },
          { name: 'orders__refund_ordr', arguments: {} },
          refund(2_400_000),
          { name: 'orders__cancel_order', arguments: '{"order_id": "PT-10' },
        ].filter(({ arguments: args }) => kind !== 'google' || typeof args !== 'string'),
      },
      { text: 'One of them worked.' },
    ])
    const { end } = await talk(await open(kind, wire), async ({ arguments: args }) =>
      args['amount_cents'] === 700
        ? { said: { kind: 'allow' }, approver }
        : { said: { kind: 'deny', reason: 'Too much.' }, approver },
    )
    await wire.close()
    expect([end.reason, end.text]).toEqual(['answered', 'One of them worked.'])
    expect(wire.requests.map(({ status }) => status)).toEqual([200, 200])
    const answers = end.messages.flatMap((message) => (message.role === 'tool' ? message.answers : []))
    const failures = answers.map(({ isError }) => isError)
    expect(failures).toEqual([false, true, true, true, true].slice(0, failures.length))
    const sent = JSON.stringify(wire.requests[1]?.body)
    for (const text of ['Refunded $7.00', 'Too much.', 'refund_order']) expect(sent).toContain(text)
  })

  test.each<readonly [string, ScriptedAnswer, RegExp]>([
    ['refuses it', { status: 400, message: 'messages: not so.' }, /answered 400: messages: not so\./],
    ['is overloaded', { status: 529, message: 'Overloaded' }, /answered 529: Overloaded\./],
    ['cuts its answer', { text: 'One, two, three, four.', cut: true }, /broke off: The connection was cut\./],
  ])('ends in words where the provider %s', async (_what, answer, says) => {
    const wire = await openWire([answer])
    const { end } = await talk(await open(kind, wire), allow)
    await wire.close()
    expect(end.reason).toBe('failed')
    expect(end.error?.message).toMatch(says)
    expect(wire.requests).toHaveLength(1)
  })

  test('tries again what passes, as long as was asked', async () => {
    const wire = await openWire([
      { status: 429, message: 'Slow down.', retryAfter: 1 },
      { status: 529, message: 'Overloaded' },
      { text: 'Here.' },
    ])
    const waits: number[] = []
    const model = retrying(await open(kind, wire), {
      random: () => 0,
      sleep: async (ms) => {
        waits.push(ms)
      },
    })
    const { end } = await talk(model, allow)
    await wire.close()
    expect([end.reason, end.text, waits[0]]).toEqual(['answered', 'Here.', 1000])
    expect(wire.requests.map(({ status }) => status)).toEqual([429, 529, 200])
  })

  test('is held to schemas where its provider can', async () => {
    const wire = await openWire([{ calls: [refund(100)] }, { text: 'Done.' }])
    const model = await open(kind, wire, true)
    const { end } = await talk(model, allow)
    await wire.close()
    expect([end.reason, end.text, wire.requests.map(({ status }) => status)]).toEqual(['answered', 'Done.', [200, 200]])
    const tools: { strict?: boolean; function?: { strict?: boolean } }[] = wire.requests[0]?.body.tools
    const wanted = model.profile.strict === undefined ? [undefined] : [true, true, true]
    expect(tools.map((tool) => (tool.function ?? tool).strict)).toEqual(wanted)
    expect(JSON.stringify(wire.requests[1]?.body)).toContain('Refunded $1.00')
  })
})
