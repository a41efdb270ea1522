import { FastMCP } from '../../test/peers/node_modules/fastmcp/dist/FastMCP.js'
import { input } from './schema.mjs'

const server = new FastMCP({ name: 'errors', version: '1.0.0' })
server.addTool({ name: 'order', description: 'Place an order.', parameters: input, execute: async () => 'placed' })
await server.start({ transportType: 'stdio' })
