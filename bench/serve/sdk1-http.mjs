// Stateless, as its guide shows it: a server and a transport for each request.
import { createServer } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { sdk1Server } from './sdk1-tools.mjs'

const count = Number(process.argv[2])
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))

async function answer(incoming, outgoing) {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
  const mcp = sdk1Server(count)
  outgoing.once('close', () => void mcp.close())
  await mcp.connect(transport)
  await transport.handleRequest(incoming, outgoing, JSON.parse(body))
}
