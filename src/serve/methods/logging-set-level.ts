import { rpcCode, RpcError } from '../../protocol/index.ts'
import { readLogLevel } from '../log-level.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level */
const setLevel: Method = {
  name: 'logging/setLevel',
  run(exchange) {
    const { params, peer } = exchange.asked
    const logLevel = readLogLevel(params['level'])
    if (logLevel === undefined) throw new RpcError(rpcCode.invalidParams, 'Invalid params: "level" is no log level.')
    if (peer.session !== undefined) peer.session = { ...peer.session, logLevel }
    return exchange.encode({})
  },
}
export default setLevel
