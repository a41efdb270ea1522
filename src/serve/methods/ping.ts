import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping */
const ping: Method = {
  name: 'ping',
  opens: true,
  run: (exchange) => exchange.encode({}),
}
export default ping
