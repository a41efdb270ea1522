import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

/** A server of the official SDK, version 1, with as many tools as are asked for, the way its guide shows it. */
export function sdk1Server(count) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  const inputSchema = { a: z.number(), b: z.number() }
  for (let at = 0; at < count; at += 1)
    server.registerTool(
      at === 0 ? 'add_numbers' : `add_numbers_${at}`,
      { description: 'Add two numbers.', inputSchema },
      ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }] }),
    )
  return server
}
