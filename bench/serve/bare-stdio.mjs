// The limit: JSON-RPC by hand on stdin and stdout, without a check of anything, and a list that was encoded before.
const input = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] }
const tools = Array.from({ length: Number(process.argv[2]) }, (_, at) => ({
  name: at === 0 ? 'add_numbers' : `add_numbers_${at}`,
  description: 'Add two numbers.',
  inputSchema: { ...input, additionalProperties: false },
}))
const list = JSON.stringify({ tools })

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    const message = JSON.parse(line)
    if (message.id !== undefined) process.stdout.write(`${answer(message)}\n`)
  }
})

function answer({ id, method, params }) {
  if (method === 'tools/list') return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${list}}`
  const result =
    method === 'tools/call'
      ? { content: [{ type: 'text', text: `${params.arguments.a + params.arguments.b}` }] }
      : { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'bare', version: '1' } }
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}
