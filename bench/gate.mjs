// What a decision costs with a thousand rules, and what a hundred servers with ten thousand tools cost to take in.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createAudit, createGate, joinPolicies, openConnections, readPolicy, realPath } from '../dist/host/index.js'
import { memoryStore } from '../dist/ledger/index.js'
import { addedByGate } from './gate/calls.mjs'

const conditions = ['{ args.amount_cents: { above: 500000 } }', '{ args.reason: { in: [fraud, test] } }']
/** A thousand rules over a hundred servers: globs and names; of those that name the tool, none decides but one. */
const scattered = Array.from({ length: 999 }, (_, at) => {
  const target = at % 3 === 0 ? `server-${at % 100}/*` : `server-${at % 100}/refund_order_${at % 7}`
  return `- { id: r${at}, ${at % 2 === 0 ? 'ask' : 'deny'}: ${target}, when: ${conditions[at % 2]} }`
})
/** The worst: all of them want to know something of this one tool. */
const crowded = Array.from(
  { length: 999 },
  (_, at) => `- { id: r${at}, deny: server-1/*, when: ${conditions[at % 2]} }`,
)
const allow = '- { id: yes, allow: server-1/refund_order_1 }'

const call = {
  server: 'server-1',
  tool: 'refund_order_1',
  arguments: { order_id: 'PT-1042', amount_cents: 2400, reason: 'arrived damaged' },
  flow: [],
}

console.log(`gate${' '.repeat(58)}measured      goal`)
for (const [title, rules, goal] of [
  ['a decision by rule, 1,000 rules, µs', scattered, 20],
  ['the same where all 1,000 rules name the tool, µs', crowded, undefined],
  ['a decision by default, no rule, µs', [], undefined],
]) {
  const gate = await gateWith(rules.concat(allow))
  print(title, await bestOf(() => gate.decide(call)), goal)
}
await takeIn()
await calls()

async function gateWith(rules) {
  const { gate } = gateOver(rules)
  const inputSchema = {
    type: 'object',
    properties: {
      order_id: { type: 'string' },
      amount_cents: { type: 'integer', minimum: 1 },
      reason: { type: 'string' },
    },
    required: ['order_id'],
  }
  const tools = [{ name: 'refund_order_1', inputSchema, annotations: { destructiveHint: false } }]
  const listing = { tools, prompts: [], resourceTemplates: [] }
  await gate.admit({ key: 'server-1', trust: 'trusted', identity: { digest: 'x', command: 'x' }, listing })
  return gate
}

function gateOver(rules) {
  const common = { store: memoryStore({ now: Date.now }), key: new Uint8Array(32), now: Date.now, newId: randomUUID }
  const text = `version: 1\nrules:\n${rules.join('\n')}\n`
  const policies = joinPolicies([readPolicy({ text, name: 'policy.yaml', source: 'user' }, { home: '/', realPath })])
  const gate = createGate({ ...common, audit: createAudit(common), policies: () => policies, principal: 'ann' })
  return { gate, ...common }
}

/** Microseconds a call: the best of 200 rounds of 100 calls. Others use this machine as well. */
async function bestOf(decide) {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 200; round += 1) {
    const start = performance.now()
    for (let at = 0; at < 100; at += 1) {
      const { kind } = await decide()
      if (kind !== 'allow') throw new Error(kind)
    }
    best = Math.min(best, (performance.now() - start) * 10)
  }
  return best
}

async function takeIn() {
  const child = spawn(process.execPath, [new URL('gate/servers.mjs', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { gate, key } = gateOver([allow])
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const start = performance.now()
  const cpu = process.cpuUsage()
  const connections = openConnections(
    JSON.parse(line).map((url, at) => ({
      key: `server-${at}`,
      place: { url },
      trust: 'trusted',
      tiers: {},
      isUsers: true,
    })),
    {
      gate,
      key,
      client: { name: 'bench', version: '1' },
      now: Date.now,
      placeOf: async ({ place }) => place,
      isAccepted: async () => true,
    },
  )
  await connections.ready()
  const seconds = (performance.now() - start) / 1000
  const spent = secondsSince(cpu)
  const tools = [...gate.subjects.values()].reduce((sum, subject) => sum + subject.tools.size, 0)
  globalThis.gc?.()
  const kilobytes = (process.memoryUsage().heapUsed - before) / tools / 1024
  print(`${gate.subjects.size} servers connected, ${tools} tools listed and pinned, s`, seconds, 5)
  print('  of that, computing in this process, s', spent)
  print('  memory a tool, kB', kilobytes)
  const again = process.cpuUsage()
  await Promise.all([...gate.subjects.values()].map(({ facts }) => gate.admit(facts)))
  print('  computing, when all are looked at again, s', secondsSince(again))
  await connections.close()
  child.kill()
}

async function calls() {
  const { read, write } = await addedByGate()
  print('a call straight to a server on a pipe, ms', read.straight)
  print('  what a process between adds that only passes on bytes, ms', read.relayed - read.straight)
  print('  what the gate adds to one that reads, ms', read.gated - read.straight, 1)
  print('  what it adds to one that writes, on the disk first, ms', write.gated - write.straight, 1)
}

function secondsSince(usage) {
  const { user, system } = process.cpuUsage(usage)
  return (user + system) / 1e6
}

function print(title, value, goal) {
  console.log(
    title.padEnd(60) + value.toFixed(value < 10 ? 2 : 0).padStart(10) + (goal === undefined ? '' : `     ≤ ${goal}`),
  )
}
