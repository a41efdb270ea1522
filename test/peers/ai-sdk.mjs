// Walks a server with the client of the AI SDK: `node ai-sdk.mjs URL`, or `node ai-sdk.mjs FILE` over stdio.
import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio'

const [place] = process.argv.slice(2)
const transport = place.startsWith('http')
  ? { type: 'http', url: place }
  : new StdioTransport({ command: process.execPath, args: [place], stderr: 'inherit' })
const client = await createMCPClient({ transport })
const tools = await client.tools()
const call = (name, args = {}) => tools[name].execute(args, { messages: [], toolCallId: '1' })
const { content } = await call('test_simple_text')
const failed = await call('test_error_handling')
const { contents } = await client.readResource({ uri: 'test://static-text' })
console.log(JSON.stringify({ tools: Object.keys(tools).length, content, isError: failed.isError, contents }))
await client.close()
