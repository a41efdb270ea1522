import { isObject } from '../../tool/index.ts'
import { pick, pickPrompt } from '../fields.ts'
import { rpcCode } from '../json-rpc.ts'
import type { Revision } from '../revision.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28 */
const revision: Revision = {
  version: '2026-07-28',
  handshake: 'envelope',
  batches: false,
  questions: 'result',
  primesStreams: false,
  resourceNotFound: rpcCode.invalidParams,
  methods: new Set([
    'server/discover',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'subscriptions/listen',
  ]),
  encodeTool: (tool) =>
    pick(tool, ['name', 'title', 'icons', 'description', 'inputSchema', 'outputSchema', 'annotations', '_meta']),
  encodeToolResult: (result) => ({ ...result }),
  encodeContent: (item) => item,
  encodeResource: (resource) =>
    pick(resource, [
      'uri',
      'uriTemplate',
      'name',
      'title',
      'icons',
      'description',
      'mimeType',
      'size',
      'annotations',
      '_meta',
    ]),
  encodePrompt: (prompt) =>
    pickPrompt(prompt, {
      prompt: ['name', 'title', 'icons', 'description', '_meta'],
      argument: ['name', 'title', 'description', 'required'],
    }),
  encodeProgress: (progress) => pick(progress, ['progressToken', 'progress', 'total', 'message']),
  encodeCapabilities: (capabilities) => pick(capabilities, ['tools', 'resources', 'prompts', 'completions', 'logging']),
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
