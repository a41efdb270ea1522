import { linkAsText, withoutMeta } from '../content.ts'
import { pick } from '../fields.ts'
import type { Revision } from '../revision.ts'

/** https://modelcontextprotocol.io/specification/2025-03-26 */
const revision: Revision = {
  version: '2025-03-26',
  handshake: 'initialize',
  batches: true,
  methods: new Set(['initialize', 'ping', 'tools/list', 'tools/call']),
  encodeTool: (tool) => pick(tool, ['name', 'description', 'inputSchema', 'annotations']),
  encodeToolResult: ({ content, ...result }) => ({
    content: content.map(linkAsText).map(withoutMeta),
    ...pick(result, ['isError', '_meta']),
  }),
  encodeServer: (server) => pick(server, ['name', 'version']),
  encodeCache: () => ({}),
  encodeResult: (result) => result,
}
export default revision
