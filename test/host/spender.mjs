// Decides on many calls as one process of several that share a ledger: `node spender.mjs URL COUNT`. Prints what was allowed.
import { randomUUID } from 'node:crypto'
import { createAudit, createGate, joinPolicies, readPolicy, realPath } from '../../dist/host/index.js'
import { openStore } from '../../dist/ledger/index.js'

const [url, count] = process.argv.slice(2)
const store = await openStore(url, { cwd: process.cwd(), now: Date.now })
const text = `version: 1
rules: [{ id: few, allow: orders/refund_order, budget: { calls: 40, sum: { args.cents: 1000 }, per: 1h } }]`
const policies = joinPolicies([readPolicy({ text, name: 'policy', source: 'user' }, { home: '/', realPath })])
const common = { store, key: new Uint8Array(32), now: Date.now, newId: randomUUID }
const gate = createGate({ ...common, audit: createAudit(common), policies: () => policies, principal: 'ann' })
const tools = [{ name: 'refund_order', inputSchema: { type: 'object' }, annotations: { destructiveHint: false } }]
const listing = { tools, prompts: [], resourceTemplates: [] }
await gate.admit({ key: 'orders', trust: 'own', identity: { digest: 'x', command: 'x' }, listing })

const allowed = { calls: 0, cents: 0 }
for (let at = 0; at < Number(count); at += 1) {
  const cents = 10 + (at % 40)
  const { kind } = await gate.decide({ server: 'orders', tool: 'refund_order', arguments: { cents, at } })
  if (kind !== 'allow') continue
  allowed.calls += 1
  allowed.cents += cents
}
await store.close()
console.log(JSON.stringify(allowed))
