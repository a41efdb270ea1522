import { pick, pickPrompt } from '../fields.ts'
import { rpcCode } from '../json-rpc.ts'
import type { Revision } from '../revision.ts'
import { wrapSchema, wrapValue } from '../structured.ts'

/** https://modelcontextprotocol.io/specification/2025-06-18 */
const revision: Revision = {
  version: '2025-06-18',
  handshake: 'initialize',
  batches: false,
  questions: 'request',
  primesStreams: false,
  resourceNotFound: rpcCode.resourceNotFound,
  methods: new Set([
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/subscribe',
    'resources/unsubscribe',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
  ]),
  encodeTool: (tool) => ({
    ...pick(tool, ['name', 'title', 'description', 'inputSchema', 'annotations', '_meta']),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: wrapSchema(tool.outputSchema) }),
  }),
  encodeToolResult: ({ structuredContent, ...result }, tool) =>
    structuredContent === undefined ? result : { ...result, structuredContent: wrapValue(structuredContent, tool) },
  encodeContent: (item) => item,
  encodeResource: (resource) =>
    pick(resource, ['uri', 'uriTemplate', 'name', 'title', 'description', 'mimeType', 'size', 'annotations', '_meta']),
  encodePrompt: (prompt) =>
    pickPrompt(prompt, {
      prompt: ['name', 'title', 'description', '_meta'],
      argument: ['name', 'title', 'description', 'required'],
    }),
  encodeProgress: (progress) => pick(progress, ['progressToken', 'progress', 'total', 'message']),
  encodeCapabilities: (capabilities) => pick(capabilities, ['tools', 'resources', 'prompts', 'completions', 'logging']),
  encodeServer: (server) => pick(server, ['name', 'version', 'title']),
  encodeCache: () => ({}),
  encodeResult: (result) => result,
}
export default revision
