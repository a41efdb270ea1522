import { createServer, serveStdio, tool } from '../../dist/index.js'
import { input } from './schema.mjs'

const order = tool({ name: 'order', description: 'Place an order.', input, run: () => 'placed' })
await serveStdio(createServer({ name: 'errors', version: '1.0.0', tools: [order] }))
