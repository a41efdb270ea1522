// A process that pays once: it serves one tool, calls it, prints the answer as JSON, and dies where it is told to.
// node payer.mjs '{ "ledger": URL, "backend": URL, "order": ID, "dies": POINT, "steps": true, "at": MILLISECONDS }'
import { writeSync } from 'node:fs'
import { openStore } from '../../dist/ledger/index.js'
import { createPeer, createServer } from '../../dist/serve/index.js'

const { ledger: url, backend, order, dies, steps = false, at } = JSON.parse(process.argv[2])

const ledger = dying(await openStore(url, { cwd: process.cwd(), now: () => Date.now() }))
const tool = {
  name: 'pay_order',
  inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  idempotency: { keys: ['order'] },
  steps,
  run: (args, context) => (steps ? context.step('pay', () => pay(context)) : pay(context)),
}
const server = createServer({ name: 'payer', version: '1', tools: [tool], ledger, leaseMs: 600 })
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const params = { name: 'pay_order', arguments: { order }, _meta }
if (at !== undefined) await new Promise((resolve) => setTimeout(resolve, at - Date.now()))
writeSync(1, `${await server.handle({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, createPeer())}\n`)
await ledger.close()

async function pay({ idempotencyKey }) {
  const headers = { 'x-key': idempotencyKey, 'x-pid': String(process.pid), 'x-dies': dies ?? '' }
  const response = await fetch(`${backend}/${order}`, { method: 'POST', headers })
  const receipt = await response.text()
  if (dies === 'after-effect') die()
  return receipt
}

/** The first durable write is the claim; what follows records. */
function dying(store) {
  let writes = 0
  return {
    ...store,
    async write(changes, options) {
      writes += 1
      if (writes === 1 && dies === 'before-claim') die()
      if (writes === 2 && dies === 'during-record') setTimeout(die, Math.random() * 2)
      const written = await store.write(changes, options)
      if (writes === 1 && dies === 'after-claim') die()
      return written
    },
  }
}

function die() {
  process.kill(process.pid, 'SIGKILL')
}
