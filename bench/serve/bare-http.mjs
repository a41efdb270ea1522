// The limit: JSON-RPC by hand on node:http, without a check of anything. The answer is what the revision asks for.
import { createServer } from 'node:http'

const server = createServer((incoming, outgoing) => {
  let body = ''
  incoming.setEncoding('utf8')
  incoming.on('data', (chunk) => (body += chunk))
  incoming.on('end', () => {
    const { id, params } = JSON.parse(body)
    const result = {
      resultType: 'complete',
      content: [{ type: 'text', text: `${params.arguments.a + params.arguments.b}` }],
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bare', version: '1' } },
    }
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
