import { pick } from '../fields.ts'
import type { Revision } from '../revision.ts'
import { wrapSchema, wrapValue } from '../structured.ts'

/** https://modelcontextprotocol.io/specification/2025-06-18 */
const revision: Revision = {
  version: '2025-06-18',
  handshake: 'initialize',
  batches: false,
  methods: new Set(['initialize', 'ping', 'tools/list', 'tools/call']),
  encodeTool: (tool) => ({
    ...pick(tool, ['name', 'title', 'description', 'inputSchema', 'annotations', '_meta']),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: wrapSchema(tool.outputSchema) }),
  }),
  encodeToolResult: ({ structuredContent, ...result }, tool) =>
    structuredContent === undefined ? result : { ...result, structuredContent: wrapValue(structuredContent, tool) },
  encodeServer: (server) => pick(server, ['name', 'version', 'title']),
  encodeCache: () => ({}),
  encodeResult: (result) => result,
}
export default revision
