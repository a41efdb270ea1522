// A server that does next to nothing, by hand: what a call costs beyond that is the way to it.
import { createInterface } from 'node:readline'

const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const tools = [
  { name: 'find_note', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'save_note', inputSchema, annotations: { destructiveHint: false } },
]
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'notes', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { id } }) => ({ content: [{ type: 'text', text: id }] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
})
