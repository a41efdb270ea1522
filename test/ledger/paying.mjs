import { createPeer, createServer } from '../../dist/serve/index.js'

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/**
 * A server with a tool that pays an order at a bank, once. `dies` goes with the request, and `onPaid` runs when the
 * bank has answered. Gives what the tool answers, as text.
 */
export function createPayer({ ledger, bank, steps = false, leaseMs = 15_000, dies = '', onPaid = () => {} }) {
  const tool = {
    name: 'pay_order',
    inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    idempotency: { keys: ['order'] },
    steps,
    run: ({ order }, context) => (steps ? context.step('pay', () => pay(order, context)) : pay(order, context)),
  }
  const server = createServer({ name: 'payer', version: '1', tools: [tool], ledger, leaseMs })

  async function pay(order, { idempotencyKey }) {
    const headers = { 'x-key': idempotencyKey, 'x-pid': String(process.pid), 'x-dies': dies }
    const response = await fetch(`${bank}/${order}`, { method: 'POST', headers })
    const receipt = await response.text()
    onPaid()
    return receipt
  }

  return async (order) => {
    const params = { name: 'pay_order', arguments: { order }, _meta }
    return await server.handle({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, createPeer())
  }
}
