import { fastmcpServer } from './fastmcp-tools.mjs'

await fastmcpServer(Number(process.argv[2])).start({ transportType: 'stdio' })
