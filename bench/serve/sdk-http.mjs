import { createServer } from 'node:http'
import { sdk, sdkServer } from './sdk-tools.mjs'

const { createMcpHandler } = await sdk('@modelcontextprotocol/server')
const { toNodeHandler } = await sdk('@modelcontextprotocol/node')
const server = createServer(toNodeHandler(createMcpHandler(await sdkServer(Number(process.argv[2])))))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
