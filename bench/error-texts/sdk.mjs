import { McpServer } from '../../test/peers/node_modules/@modelcontextprotocol/server/dist/index.mjs'
import { serveStdio } from '../../test/peers/node_modules/@modelcontextprotocol/server/dist/stdio.mjs'
import { input } from './schema.mjs'

serveStdio(() => {
  const server = new McpServer({ name: 'errors', version: '1.0.0' })
  server.registerTool('order', { description: 'Place an order.', inputSchema: input }, () => ({
    content: [{ type: 'text', text: 'placed' }],
  }))
  return server
})
