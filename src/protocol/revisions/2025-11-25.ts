import { pick } from '../fields.ts'
import type { Revision } from '../revision.ts'
import { wrapSchema, wrapValue } from '../structured.ts'

/** https://modelcontextprotocol.io/specification/2025-11-25 */
const revision: Revision = {
  version: '2025-11-25',
  handshake: 'initialize',
  batches: false,
  methods: new Set(['initialize', 'ping', 'tools/list', 'tools/call']),
  encodeTool: (tool) => ({
    ...pick(tool, ['name', 'title', 'icons', 'description', 'inputSchema', 'annotations', '_meta']),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: wrapSchema(tool.outputSchema) }),
  }),
  encodeToolResult: ({ structuredContent, ...result }, tool) =>
    structuredContent === undefined ? result : { ...result, structuredContent: wrapValue(structuredContent, tool) },
  encodeServer: (server) => pick(server, ['name', 'version', 'title', 'icons']),
  encodeCache: () => ({}),
  encodeResult: (result) => result,
}
export default revision
