import { assessRisk } from '../risk.ts'
import type { Request } from '../request.ts'
import { choicesFor, typedWord } from '../request.ts'
import type { Tier, Trust } from '../tier.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Scene } from './render.ts'

/** 14:27 in Berlin, on a day in winter. */
export const now: number = Date.UTC(2026, 11, 1, 13, 27)

export const scene: Scene = {
  width: 104,
  now,
  clock: (time) => new Date(time).toISOString().slice(11, 16),
  mayKeep: true,
}

interface Shape {
  readonly server?: string
  readonly trust?: Trust
  readonly command?: string
  readonly name?: string
  readonly args?: UnknownObject
  readonly annotations?: UnknownObject
  readonly properties?: UnknownObject
  readonly tier?: Tier
  readonly more?: Partial<Request>
}

/** A request as the gate makes it. */
export function requestFor(shape: Shape = {}): Request {
  const { server = 'orders', trust = 'own', command = 'node orders.js', name = 'refund_order', args = {} } = shape
  const { annotations = { destructiveHint: false }, properties = {}, more = {} } = shape
  const found = assessRisk({ name, annotations, trust })
  const risk = shape.tier === undefined ? found : { ...found, tier: shape.tier }
  return {
    v: 1,
    id: '7f3a1b2c-0000',
    ref: 'K7QF',
    state: 'open',
    created: now,
    expires: now + 600_000,
    principal: 'ann',
    client: { name: 'unknown', verified: false },
    server: { key: server, trust, identity: 'who', command },
    tool: { name, definition: { name, inputSchema: { type: 'object', properties }, annotations } },
    arguments: args,
    digest: 'd',
    risk,
    policy: { rule: undefined, version: 'v' },
    flow: [],
    batch: undefined,
    need: { assurance: 'asserted', typed: typedWord(risk.tier, name, args) },
    choices: choicesFor(risk.tier),
    decisions: [],
    ...more,
  }
}

const refund = { order_id: 'PT-1042', amount_cents: 2400, reason: 'arrived damaged' }

/** One request of each tier, as the documentation shows them. */
export const examples: Readonly<Record<Tier, { readonly request: Request; readonly scene: Scene }>> = {
  read: {
    request: requestFor({ name: 'order_status', args: { order_id: 'PT-1042' }, annotations: { readOnlyHint: true } }),
    scene,
  },
  write: { request: requestFor({ args: refund }), scene },
  destructive: {
    request: requestFor({
      args: { ...refund, amount_cents: 240_000 },
      tier: 'destructive',
      more: {
        risk: {
          tier: 'destructive',
          reasons: [{ code: 'rule', source: 'rule', text: 'Raised by your rule "big-refunds".' }],
        },
        policy: { rule: 'big-refunds', version: 'v' },
      },
    }),
    scene: { ...scene, earlier: { at: now - 180_000, arguments: refund } },
  },
  destructive_open: {
    request: requestFor({
      server: 'helper',
      trust: 'untrusted',
      command: 'npx gh-helper@1.4.2',
      name: 'delete_repository',
      args: { owner: 'acme', repo: 'acme/api' },
      annotations: {},
      properties: { owner: {}, repo: {}, force: { default: true } },
      more: { flow: ['web > fetch_page'] },
    }),
    scene: { ...scene, since: now - 3_600_000 },
  },
}
