import { rpcCode, RpcError } from '../../protocol/index.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions */
const unsubscribe: Method = {
  name: 'resources/unsubscribe',
  capability: 'resources',
  run(exchange) {
    const { params, peer } = exchange.asked
    if (typeof params['uri'] !== 'string')
      throw new RpcError(rpcCode.invalidParams, 'Invalid params: "uri" is a string.')
    peer.subscriptions.delete(params['uri'])
    return exchange.encode({})
  },
}
export default unsubscribe
