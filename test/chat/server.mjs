// A server that does what servers should not: it dies in the middle, hides things in what it says, hears nothing.
import { createInterface } from 'node:readline'

const reads = { readOnlyHint: true }
const many = process.argv[2] === 'many' ? Array.from({ length: 130 }, (_, at) => `tool_${at}`) : []
const tools = ['greet', 'die', 'odd', ...many].map((name) => ({
  name,
  description: `Says ${name}.`,
  inputSchema: { type: 'object' },
  annotations: reads,
}))
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const odd = [
  { type: 'text', text: 'clear\u001B[2Jed', annotations: { audience: ['user'] } },
  { type: 'text', text: 'for the model alone', annotations: { audience: ['assistant'] } },
  { type: 'image', data: png, mimeType: 'image/png' },
  { type: 'resource_link', uri: 'x://y\u0007', name: 'li\u202Enk' },
]

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) })}\n`)
})

function answer(method, params) {
  if (method === 'initialize') {
    const { protocolVersion } = params
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } } }
  }
  if (method === 'tools/list') return { result: { tools } }
  if (method !== 'tools/call') return { error: { code: -32601, message: 'Method not found' } }
  if (params.name === 'die') process.kill(process.pid, 'SIGKILL')
  if (process.argv[2] === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000)
  return { result: { content: params.name === 'odd' ? odd : [{ type: 'text', text: 'Hello.' }] } }
}
