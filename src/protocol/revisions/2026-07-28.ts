import { isObject } from '../../tool/index.ts'
import { pick } from '../fields.ts'
import type { Revision } from '../revision.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28 */
const revision: Revision = {
  version: '2026-07-28',
  handshake: 'envelope',
  batches: false,
  methods: new Set(['server/discover', 'tools/list', 'tools/call']),
  encodeTool: (tool) =>
    pick(tool, ['name', 'title', 'icons', 'description', 'inputSchema', 'outputSchema', 'annotations', '_meta']),
  encodeToolResult: (result) => ({ ...result }),
  encodeServer: (server) => pick(server, ['name', 'version', 'title', 'icons']),
  encodeCache: ({ ttlMs, cacheScope }) => ({ ttlMs, cacheScope }),
  encodeResult: (result, server) => ({
    resultType: 'complete',
    ...result,
    _meta: {
      ...(isObject(result['_meta']) ? result['_meta'] : {}),
      'io.modelcontextprotocol/serverInfo': revision.encodeServer(server),
    },
  }),
}
export default revision
