import { audioAsResource, linkAsText, withoutMeta } from '../content.ts'
import { pick } from '../fields.ts'
import type { Revision } from '../revision.ts'

/** https://modelcontextprotocol.io/specification/2024-11-05 */
const revision: Revision = {
  version: '2024-11-05',
  handshake: 'initialize',
  batches: false,
  methods: new Set(['initialize', 'ping', 'tools/list', 'tools/call']),
  encodeTool: (tool) => pick(tool, ['name', 'description', 'inputSchema']),
  encodeToolResult: ({ content, ...result }) => ({
    content: content.map(linkAsText).map(audioAsResource).map(withoutMeta),
    ...pick(result, ['isError', '_meta']),
  }),
  encodeServer: (server) => pick(server, ['name', 'version']),
  encodeCache: () => ({}),
  encodeResult: (result) => result,
}
export default revision
