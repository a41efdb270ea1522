// What a server holds on to, in this process. Needs --expose-gc.
import { createPeer, createServer } from '../../dist/serve/index.js'
import { toolsOf } from './tools.mjs'

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Bytes that the heap grew by over a million calls, after a tenth of them to get warm. */
export async function growthOfCalls(calls = 1_000_000) {
  const server = createServer({ name: 'bench', version: '1.0.0', tools: toolsOf(1) })
  const peer = createPeer()
  const params = { name: 'add_numbers', arguments: { a: 2, b: 40 }, _meta: envelope }
  const run = async (from, to) => {
    for (let id = from; id < to; id += 1)
      await server.handle(JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })), peer)
  }
  await run(0, calls / 10)
  const before = heap()
  await run(calls / 10, calls * 1.1)
  return heap() - before
}

/** Bytes that the heap grew by over so many sessions that their clients never ended, after some to get warm. */
export async function growthOfSessions(sessions = 10_000) {
  let time = 0
  const server = createServer({ name: 'bench', version: '1.0.0', tools: toolsOf(1), http: { now: () => time } })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const headers = { 'content-type': 'application/json', accept: '*/*' }
  const begin = async () => {
    time += 100
    const response = await server.fetch(new Request('http://localhost/mcp', { method: 'POST', body, headers }))
    await response.text()
    if (response.status !== 200) throw new Error(`No session: ${response.status}`)
  }
  for (let at = 0; at < 2000; at += 1) await begin()
  const before = heap()
  for (let at = 0; at < sessions; at += 1) await begin()
  return heap() - before
}

function heap() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
