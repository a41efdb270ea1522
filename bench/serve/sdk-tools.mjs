import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const peers = createRequire(new URL('../../test/peers/package.json', import.meta.url))

/** A module of the official SDK, which is installed beside the other peers. */
export function sdk(name) {
  return import(pathToFileURL(peers.resolve(name)).href)
}

/** A server of the official SDK with as many tools as are asked for, the way its guide shows it. */
export async function sdkServer(count) {
  const { McpServer } = await sdk('@modelcontextprotocol/server')
  const { z } = await sdk('zod')
  const inputSchema = z.object({ a: z.number(), b: z.number() })
  return () => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' })
    for (let at = 0; at < count; at += 1)
      server.registerTool(
        at === 0 ? 'add_numbers' : `add_numbers_${at}`,
        { description: 'Add two numbers.', inputSchema },
        ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }] }),
      )
    return server
  }
}
