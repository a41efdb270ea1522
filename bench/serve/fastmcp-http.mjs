import { once } from 'node:events'
import { createServer } from 'node:net'
import { fastmcpServer } from './fastmcp-tools.mjs'

const free = createServer().listen(0, '127.0.0.1')
await once(free, 'listening')
const { port } = free.address()
free.close()
await once(free, 'close')
const httpStream = { port, host: '127.0.0.1', endpoint: '/mcp', stateless: true, enableJsonResponse: true }
await fastmcpServer(Number(process.argv[2])).start({ transportType: 'httpStream', httpStream })
console.log(`http://127.0.0.1:${port}/mcp`)
