import { rpcCode, RpcError } from '../../protocol/index.ts'
import { isObject } from '../../tool/index.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization */
const initialize: Method = {
  name: 'initialize',
  opens: true,
  run(exchange) {
    const { core, params, peer, revision } = exchange.asked
    const { protocolVersion, capabilities, clientInfo } = params
    if (typeof protocolVersion !== 'string')
      throw new RpcError(rpcCode.invalidParams, 'Invalid params: "protocolVersion" is a string.')
    peer.session = {
      revision,
      clientCapabilities: isObject(capabilities) ? capabilities : {},
      clientInfo: isObject(clientInfo) ? clientInfo : undefined,
    }
    const { instructions } = core.info
    return exchange.encode({
      protocolVersion: revision.version,
      capabilities: core.capabilities,
      serverInfo: revision.encodeServer(core.info),
      ...(instructions === undefined ? {} : { instructions }),
    })
  },
}
export default initialize
