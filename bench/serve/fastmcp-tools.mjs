import { FastMCP } from '../../test/peers/node_modules/fastmcp/dist/FastMCP.js'
import { z } from '../../test/peers/node_modules/zod/index.js'

/** A server of npm fastmcp with as many tools as are asked for, the way its README shows it. */
export function fastmcpServer(count) {
  const silent = { debug() {}, error() {}, info() {}, log() {}, warn() {} }
  const server = new FastMCP({ name: 'bench', version: '1.0.0', logger: silent, ping: { enabled: false } })
  const parameters = z.object({ a: z.number(), b: z.number() })
  for (let at = 0; at < count; at += 1) {
    const name = at === 0 ? 'add_numbers' : `add_numbers_${at}`
    server.addTool({ name, description: 'Add two numbers.', parameters, execute })
  }
  return server
}

async function execute({ a, b }) {
  return `${a + b}`
}
