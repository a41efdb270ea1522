import { rpcCode, RpcError } from '../../protocol/index.ts'
import type { Method } from '../method.ts'
import { findResource, resourceNotFound } from './resources-read.ts'

const limit = 1000

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions */
const subscribe: Method = {
  name: 'resources/subscribe',
  capability: 'resources',
  run(exchange) {
    const { core, params, peer, revision } = exchange.asked
    const { uri } = params
    if (typeof uri !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "uri" is a string.')
    if (findResource(core.catalog(), uri) === undefined) throw resourceNotFound(uri, revision)
    if (peer.subscriptions.size >= limit)
      throw new RpcError(rpcCode.invalidRequest, `Invalid request: ${limit} subscriptions are open.`)
    peer.subscriptions.add(uri)
    return exchange.encode({})
  },
}
export default subscribe
