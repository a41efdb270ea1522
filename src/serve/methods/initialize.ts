import { notification, rpcCode, RpcError } from '../../protocol/index.ts'
import { isObject } from '../../tool/index.ts'
import { type Change, changeNotice } from '../change.ts'
import type { Exchange } from '../exchange.ts'
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
    if (peer.session === undefined) tellChanges(exchange)
    peer.session = {
      revision,
      clientCapabilities: isObject(capabilities) ? capabilities : {},
      clientInfo: isObject(clientInfo) ? clientInfo : undefined,
      logLevel: 'info',
    }
    const { instructions } = core.info
    return exchange.encode({
      protocolVersion: revision.version,
      capabilities: revision.encodeCapabilities(core.capabilities()),
      serverInfo: revision.encodeServer(core.info),
      ...(instructions === undefined ? {} : { instructions }),
    })
  },
}
export default initialize

/** Clients that begin this way hear of changed lists unasked, and of a resource once they have subscribed to it. */
function tellChanges({ asked: { core, peer } }: Exchange): void {
  const listener = (change: Change): void => {
    if (change.kind === 'resource' && !peer.subscriptions.has(change.uri)) return
    const { method, params } = changeNotice(change)
    peer.send(notification(method, params))
  }
  core.listeners.add(listener)
  peer.onClose.add(() => core.listeners.delete(listener))
}
