import { describe, expect, test } from 'vitest'
import { memoryStore } from '../ledger/index.ts'
import type { Store } from '../ledger/index.ts'
import { createAudit } from './audit.ts'
import type { AuditLine } from './audit.ts'
import type { Call, Verdict } from './decide.ts'
import { createGate } from './gate.ts'
import type { Gate } from './gate.ts'
import { joinPolicies } from './policy/policies.ts'
import { readPolicy } from './policy/read.ts'
import { realPath } from './real-path.ts'
import type { Answer, Request } from './request.ts'
import type { ServerFacts } from './subject.ts'
import type { Trust } from './tier.ts'

let time = 1_000_000
let ids = 0
const common = { key: new Uint8Array(32), now: () => time, newId: () => `id-${(ids += 1)}` }

interface Setting {
  readonly policy?: string
  readonly store?: Store
  readonly trust?: Trust
  readonly facts?: Partial<ServerFacts>
}

async function gateWith({
  policy = '',
  store = memoryStore(common),
  trust = 'own',
  facts = {},
}: Setting = {}): Promise<Gate> {
  const file = { text: `version: 1\n${policy}`, name: 'policy.yaml', source: 'user' } as const
  const policies = joinPolicies([readPolicy(file, { home: '/home/ann', realPath })])
  const audit = createAudit({ ...common, store })
  const gate = createGate({ ...common, store, audit, policies: () => policies, principal: 'ann' })
  const identity = { digest: 'who', command: 'node orders.js' }
  await gate.admit({ key: 'orders', trust, identity, listing: { tools, prompts: [], resourceTemplates: [] }, ...facts })
  return gate
}

const amount = {
  type: 'object',
  properties: { order_id: { type: 'string' }, amount_cents: { type: 'integer', minimum: 1 } },
  required: ['order_id'],
}
const tools = [
  { name: 'order_status', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'refund_order', inputSchema: amount, annotations: { destructiveHint: false, openWorldHint: true } },
  { name: 'delete_order', inputSchema: amount, annotations: { destructiveHint: true } },
]

const refund = (args: object = { order_id: 'PT-1042', amount_cents: 2400 }): Call => ({
  server: 'orders',
  tool: 'refund_order',
  arguments: args,
})

function requestIn(verdict: Verdict): Request {
  if (verdict.kind !== 'ask') throw new Error(`not asked: ${JSON.stringify(verdict)}`)
  return verdict.request
}

function yes({ digest }: Request, more: Partial<Answer> = {}): Answer {
  const approver = { id: 'ann', how: 'terminal', assurance: 'local' } as const
  return { decision: 'allow', digest, approver, nonce: common.newId(), ...more }
}

async function begin(gate: Gate, verdict: Verdict): Promise<string> {
  if (verdict.kind !== 'allow') return verdict.kind
  const begun = await gate.begin(verdict.permit)
  return begun.kind === 'deny' ? begun.code : begun.kind
}

async function digestOf(setting: Setting, call: Call): Promise<string> {
  return requestIn(await (await gateWith(setting)).decide(call)).digest
}

async function spend(gate: Gate, amount_cents?: number): Promise<string> {
  const order_id = String((ids += 1))
  return (await gate.decide(refund({ order_id, ...(amount_cents && { amount_cents }) }))).kind
}

describe('a decision', () => {
  test('lets run what only reads, and asks about the rest with all that a person needs', async () => {
    const gate = await gateWith()
    expect(await gate.decide({ server: 'orders', tool: 'order_status', arguments: {} })).toMatchObject({
      kind: 'allow',
    })
    const request = requestIn(await gate.decide({ ...refund(), flow: ['untrusted'], batch: 'b' }))
    expect(request).toEqual({
      v: 1,
      id: expect.any(String) as unknown,
      ref: expect.stringMatching(/^[2-9A-Z]{4}$/) as unknown,
      state: 'open',
      created: time,
      expires: time + 600_000,
      principal: 'ann',
      client: { name: 'unknown', verified: false },
      server: { key: 'orders', trust: 'own', identity: 'who', command: 'node orders.js' },
      tool: { name: 'refund_order', definition: tools[1] },
      arguments: { order_id: 'PT-1042', amount_cents: 2400 },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      risk: {
        tier: 'write',
        reasons: [{ code: 'additive', source: 'server', text: 'Its server says that it destroys nothing.' }],
      },
      policy: { rule: undefined, version: expect.any(String) as unknown },
      flow: ['untrusted'],
      batch: 'b',
      need: { assurance: 'asserted', typed: undefined },
      choices: ['once', 'edit', 'always', 'deny', 'reason'],
      decisions: [],
    })
  })

  test('wants a word to be typed for what is hard to undo, and makes no rule of the worst', async () => {
    const gate = await gateWith()
    const request = requestIn(await gate.decide({ ...refund(), tool: 'delete_order' }))
    expect(request).toMatchObject({ need: { typed: 'PT-1042' }, choices: ['once', 'deny', 'reason'] })
    const odd = await gate.decide({
      ...refund({ order_id: 'PT 1042 with a very long name behind it, too' }),
      tool: 'delete_order',
    })
    expect(requestIn(odd).need.typed).toBe('delete')
  })

  test.each([
    [refund({ order_id: 7 }), 'arguments', /^refund_order was not run:\n- order_id: got 7, want a string/],
    [refund({ order_id: '\uD800' }), 'arguments', /lone surrogate/],
    [{ ...refund(), arguments: [] }, 'arguments', /no object/],
    [{ ...refund(), arguments: { order_id: 'a', amount_cents: Number.NaN } }, 'arguments', /cannot be sent/],
    [{ ...refund(), tool: 'refund_ordr' }, 'unknown-tool', /Did you mean refund_order\?/],
    [{ ...refund(), server: 'order' }, 'unknown-server', /Did you mean orders\?/],
    [{ ...refund(), tool: 'constructor' }, 'unknown-tool', /no tool of orders/],
  ] as const)('%j is denied: %s', async (call, code, reason) => {
    const verdict = await (await gateWith({ policy: 'rules: [{ id: a, allow: "*/*" }]' })).decide(call)
    expect(verdict).toMatchObject({ kind: 'deny', code, reason: expect.stringMatching(reason) as unknown })
  })

  test('tells the model what a rule wants it to know', async () => {
    const gate = await gateWith({ policy: 'rules: [{ id: no, deny: orders/refund_*, tell: "Ask for a voucher." }]' })
    expect(await gate.decide(refund())).toEqual({
      kind: 'deny',
      code: 'rule',
      reason: 'refund_order was not run: the user\'s rule "no" denies it. Ask for a voucher.',
    })
  })

  test('is louder where a secret would leave, and where the user has said so', async () => {
    const gate = await gateWith()
    const secret = refund({ order_id: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' })
    expect(requestIn(await gate.decide(secret)).risk).toMatchObject({
      tier: 'destructive',
      reasons: [{}, { code: 'secret' }],
    })
    const loud = await gateWith({ facts: { overrides: { order_status: 'write' } } })
    expect(requestIn(await loud.decide({ server: 'orders', tool: 'order_status', arguments: {} })).risk.tier).toBe(
      'write',
    )
  })

  test('is raised by a rule', async () => {
    const policy =
      'rules: [{ id: big, ask: orders/*, when: { args.amount_cents: { above: 50 } }, raise: destructive_open, assurance: present }]'
    const request = requestIn(await (await gateWith({ policy })).decide(refund()))
    expect(request).toMatchObject({
      risk: { tier: 'destructive_open', reasons: [{}, { code: 'rule', text: 'Raised by your rule "big".' }] },
      need: { assurance: 'present', typed: 'PT-1042' },
    })
  })

  test('differs with principal, server, tool, definition and arguments, and not with their order', async () => {
    const one = await digestOf({}, refund())
    expect(await digestOf({}, refund({ amount_cents: 2400, order_id: 'PT-1042' }))).toBe(one)
    const others = [
      digestOf({}, refund({ order_id: 'PT-1042' })),
      digestOf({}, { ...refund(), tool: 'delete_order' }),
      digestOf({ facts: { identity: { digest: 'other', command: '' } } }, refund()),
      digestOf(
        { facts: { listing: { tools: [{ ...tools[1]!, title: 'x' }], prompts: [], resourceTemplates: [] } } },
        refund(),
      ),
    ]
    expect(new Set([one, ...(await Promise.all(others))]).size).toBe(5)
  })
})

describe('an answer', () => {
  test('lets exactly that call run, once, and puts on record what was proposed, approved and executed', async () => {
    const store = memoryStore(common)
    const gate = await gateWith({ store })
    const request = requestIn(await gate.decide(refund()))
    const verdict = await gate.answer(
      request.id,
      yes(request, { arguments: { order_id: 'PT-1042', amount_cents: 1200 } }),
    )
    expect(verdict).toMatchObject({ kind: 'allow', permit: { arguments: { amount_cents: 1200 } } })
    expect([await begin(gate, verdict), await begin(gate, verdict)]).toEqual(['begun', 'answer'])
    const lines: AuditLine[] = []
    for await (const line of createAudit({ ...common, store }).read()) lines.push(line)
    expect(lines.map(({ kind, call }) => [kind, call === request.id])).toEqual([
      ['asked', true],
      ['answered', true],
      ['begun', true],
    ])
    expect(lines[2]?.payload).toMatchObject({
      proposed: { amount_cents: 2400 },
      approved: { amount_cents: 1200 },
      executed: { amount_cents: 1200 },
    })
  })

  test.each([
    ['to another digest', (request: Request) => yes({ ...request, digest: 'other' }), 'answer'],
    ['with arguments that do not fit', (request: Request) => yes(request, { arguments: { order_id: 1 } }), 'arguments'],
    [
      'with arguments that a rule denies',
      (request: Request) => yes(request, { arguments: { order_id: 'x', amount_cents: 9999 } }),
      'rule',
    ],
    [
      'with arguments that need a surer yes',
      (request: Request) => yes(request, { arguments: { order_id: 'x', amount_cents: 7000 } }),
      'answer',
    ],
  ])('%s approves nothing', async (_, make, code) => {
    const policy = `rules:
- { id: no, deny: orders/*, when: { args.amount_cents: { above: 9000 } } }
- { id: sure, ask: orders/*, when: { args.amount_cents: { above: 5000 } }, assurance: present }`
    const gate = await gateWith({ policy })
    const request = requestIn(await gate.decide(refund()))
    expect(await gate.answer(request.id, make(request))).toMatchObject({ kind: 'deny', code })
    expect(await gate.answer(request.id, yes(request))).toMatchObject({ kind: 'allow' })
  })

  test('comes too late when nobody waits any more, and that is no no', async () => {
    const store = memoryStore(common)
    const gate = await gateWith({ store })
    const calls = Array.from({ length: 5 }, (_, at) => refund({ order_id: String(at) }))
    const [request, ...others] = (await Promise.all(calls.map((call) => gate.decide(call)))).map(requestIn)
    expect(await gate.decide(refund())).toMatchObject({ kind: 'deny', code: 'too-many' })
    for (const { id } of [request!, ...others, request!]) await gate.withdraw(id)
    expect(await gate.answer(request!.id, yes(request!))).toMatchObject({ kind: 'deny', code: 'answer' })
    expect(requestIn(await gate.decide(calls[0]!)).id).not.toBe(request!.id)
    await gate.withdraw('unheard of')
    const kinds: string[] = []
    for await (const { kind } of createAudit({ ...common, store }).read()) kinds.push(kind)
    expect(kinds.filter((kind) => kind === 'withdrawn')).toHaveLength(5)
  })

  test('counts once, and the first of many at once', async () => {
    const gate = await gateWith()
    const request = requestIn(await gate.decide(refund()))
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => gate.answer(request.id, yes(request))))
    expect(verdicts.filter(({ kind }) => kind === 'allow')).toHaveLength(1)
  })

  test('of no wins until the call is made', async () => {
    const gate = await gateWith()
    const request = requestIn(await gate.decide(refund()))
    const verdict = await gate.answer(request.id, yes(request))
    expect(await gate.answer(request.id, yes(request, { decision: 'deny', reason: 'too much' }))).toEqual({
      kind: 'deny',
      code: 'person',
      reason: 'refund_order was not run: the user said no: too much. Do not call it again unless the user asks.',
    })
    expect(await begin(gate, verdict)).toBe('answer')
  })

  test('of no stays, and after two the tool pauses', async () => {
    const gate = await gateWith()
    for (const order_id of ['a', 'b']) {
      const request = requestIn(await gate.decide(refund({ order_id })))
      await gate.answer(request.id, yes(request, { decision: 'deny' }))
      expect(await gate.decide(refund({ order_id }))).toMatchObject({ kind: 'deny', code: 'denied-before' })
    }
    expect(await gate.decide(refund({ order_id: 'c' }))).toMatchObject({ kind: 'deny', code: 'paused' })
  })

  test('that comes too late is none', async () => {
    const gate = await gateWith()
    const request = requestIn(await gate.decide(refund()))
    time += 600_001
    expect(await gate.answer(request.id, yes(request))).toMatchObject({ kind: 'deny', code: 'expired' })
  })
})

test('an identical call joins the open request; of others at most five wait', async () => {
  const gate = await gateWith()
  const first = requestIn(await gate.decide(refund()))
  expect(requestIn(await gate.decide(refund())).id).toBe(first.id)
  for (const order_id of ['a', 'b', 'c', 'd']) requestIn(await gate.decide(refund({ order_id })))
  expect(await gate.decide(refund({ order_id: 'e' }))).toMatchObject({ kind: 'deny', code: 'too-many' })
})

describe('a budget', () => {
  const policy = `rules:
- { id: few, allow: orders/refund_order, budget: { calls: 3, sum: { args.amount_cents: 5000 }, per: 1h } }`
  test('is spent by calls and by sums, and fills again', async () => {
    const gate = await gateWith({ policy })
    expect([await spend(gate, 4000), await spend(gate, 2000), await spend(gate, 1000)]).toEqual([
      'allow',
      'ask',
      'allow',
    ])
    expect(await spend(gate, 1)).toBe('ask')
    time += 3_600_000
    expect(await spend(gate, 1)).toBe('ask')
    time += 60_001
    expect(await spend(gate, 4000)).toBe('allow')
  })

  test('of calls lasts for so many', async () => {
    const gate = await gateWith({ policy })
    expect(await Promise.all([1, 1, 1, 1, 1].map((cents) => spend(gate, cents)))).toEqual([
      'allow',
      'allow',
      'allow',
      'ask',
      'ask',
    ])
  })

  test('counts what is unknown as spent: no amount, a store that fails', async () => {
    expect(await spend(await gateWith({ policy }))).toBe('ask')
    const memory = memoryStore(common)
    const fails: Store = {
      ...memory,
      write: async (changes) => {
        if (changes.some(({ key }) => key.startsWith('budget/'))) throw new Error('full')
        return await memory.write(changes)
      },
    }
    expect(await spend(await gateWith({ policy, store: fails }), 1)).toBe('ask')
  })
})
