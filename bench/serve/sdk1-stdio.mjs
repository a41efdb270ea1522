import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { sdk1Server } from './sdk1-tools.mjs'

await sdk1Server(Number(process.argv[2])).connect(new StdioServerTransport())
