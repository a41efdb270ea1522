import { envelopeVersions } from '../../protocol/index.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/discover */
const discover: Method = {
  name: 'server/discover',
  run(exchange) {
    const { core, revision } = exchange.asked
    const { instructions } = core.info
    return exchange.encode({
      supportedVersions: envelopeVersions(),
      capabilities: revision.encodeCapabilities(core.capabilities()),
      ...(instructions === undefined ? {} : { instructions }),
      ...revision.encodeCache(core.cache),
    })
  },
}
export default discover
