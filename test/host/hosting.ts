import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createAudit, createGate, joinPolicies, openConnections, readPolicy, realPath } from '../../src/host/index.ts'
import type { Answer, Call, Connections, Gate, Request, ServerEntry, ServerPlace, Trust } from '../../src/host/index.ts'
import { memoryStore } from '../../src/ledger/index.ts'
import type { Store } from '../../src/ledger/index.ts'

/** A gate with servers behind it, as a host would have them. */
export interface Hosting {
  readonly gate: Gate
  readonly connections: Connections
  readonly store: Store
}

export interface HostingOptions {
  /** The rules, as YAML. */
  readonly policy?: string
  readonly store?: Store
  readonly retryMs?: number
  readonly timeoutMs?: number
  readonly client?: string
  readonly mayAsk?: boolean
}

const stateKey = new Uint8Array(32).fill(3)

export async function host(entries: readonly ServerEntry[], options: HostingOptions = {}): Promise<Hosting> {
  const { store = memoryStore({ now: Date.now }), policy = '', retryMs, timeoutMs, mayAsk } = options
  const common = { store, key: stateKey, now: Date.now, newId: randomUUID }
  const text = `version: 1\n${policy}`
  const policies = joinPolicies([
    readPolicy({ text, name: 'policy.yaml', source: 'user' }, { home: tmpdir(), realPath }),
  ])
  const gate = createGate({ ...common, audit: createAudit(common), policies: () => policies, principal: 'ann' })
  const connections = openConnections(entries, {
    gate,
    client: { name: 'test', version: '1' },
    ...common,
    placeOf: async ({ place }) => {
      if ('source' in place) throw new TypeError('Nothing is compiled here.')
      return place
    },
    isAccepted: async () => false,
    ...(retryMs !== undefined && { retryMs }),
    ...(mayAsk !== undefined && { mayAsk }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  await connections.ready()
  return { gate, connections, store }
}

export function entry(key: string, place: ServerPlace, trust: Trust = 'trusted'): ServerEntry {
  return { key, place, trust, tiers: {}, env: {}, isUsers: true }
}

/** What becomes of a call: what was decided, and the text of the answer where it was made. */
export async function attempt({ gate, connections }: Hosting, call: Call): Promise<string> {
  const verdict = await gate.decide(call)
  if (verdict.kind === 'deny') return `${verdict.code}: ${verdict.reason}`
  if (verdict.kind === 'ask') return `ask: ${verdict.request.risk.tier}`
  const outcome = await connections.run(verdict.permit)
  return outcome.kind === 'result' ? `result: ${JSON.stringify(outcome.result.content)}` : outcome.kind
}

export function yes({ digest }: Request, more: Partial<Answer> = {}): Answer {
  const approver = { id: 'ann', how: 'terminal', assurance: 'local' } as const
  return { decision: 'allow', digest, approver, nonce: randomUUID(), ...more }
}
