// Serves the Paper Trail example, lists and calls its tools as a host would, and tells how to connect one.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const source = fileURLToPath(new URL('../examples/paper-trail/paper-trail.ts', import.meta.url))
const start = [main, 'serve', source]

console.log('$ verbnoun serve examples/paper-trail/paper-trail.ts')
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(new StdioClientTransport({ command: process.execPath, args: start }))

console.log('\n-> tools/list')
const { tools } = await client.listTools()
for (const tool of tools) {
  console.log(`   ${tool.name}: ${tool.description}`)
  console.log(`   ${JSON.stringify(tool.inputSchema)}`)
}

await call('order_status', { order_id: 'PT-1042' })
await call('search_orders', { customer_name: 'arjun' })
await call('draft_refund', { order_id: 'PT-1042', reason: 'arrived damaged' })
await call('order_status', { order_id: 'PT-9999' })
await call('order_status', { order: 'PT-1042' })
await client.close()

console.log('\nTo connect a host (Claude Desktop, Cursor, VS Code, …), add this to its MCP configuration:\n')
console.log(JSON.stringify({ mcpServers: { 'paper-trail': { command: process.execPath, args: start } } }, undefined, 2))

async function call(name, args) {
  console.log(`\n-> tools/call ${name} ${JSON.stringify(args)}`)
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  for (const item of content) {
    const said = item.type === 'text' ? item.text : `[${item.type} ${item.uri ?? item.mimeType}]`
    console.log(said.replaceAll(/^/gm, isError ? ' ! ' : '   '))
  }
  if (structuredContent !== undefined) console.log(`   structured: ${JSON.stringify(structuredContent)}`)
}
