import { audioAsResource, linkAsText, withoutMeta } from '../content.ts'
import { pick, pickPrompt } from '../fields.ts'
import { rpcCode } from '../json-rpc.ts'
import type { Revision } from '../revision.ts'

/** https://modelcontextprotocol.io/specification/2024-11-05 */
const revision: Revision = {
  version: '2024-11-05',
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
  encodeTool: (tool) => pick(tool, ['name', 'description', 'inputSchema']),
  encodeToolResult: ({ content, ...result }) => ({
    content: content.map(revision.encodeContent),
    ...pick(result, ['isError', '_meta']),
  }),
  encodeContent: (item, at) => withoutMeta(audioAsResource(linkAsText(item), at)),
  encodeResource: (resource) =>
    pick(resource, ['uri', 'uriTemplate', 'name', 'description', 'mimeType', 'size', 'annotations']),
  encodePrompt: (prompt) =>
    pickPrompt(prompt, { prompt: ['name', 'description'], argument: ['name', 'description', 'required'] }),
  encodeProgress: (progress) => pick(progress, ['progressToken', 'progress', 'total']),
  encodeCapabilities: (capabilities) => pick(capabilities, ['tools', 'resources', 'prompts', 'logging']),
  encodeServer: (server) => pick(server, ['name', 'version']),
  encodeCache: () => ({}),
  encodeResult: (result) => result,
}
export default revision
