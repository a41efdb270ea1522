import { echo, type Revision, rpcCode, RpcError } from '../../protocol/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Catalog } from '../catalog.ts'
import { follow, refusals } from '../flow.ts'
import type { Method } from '../method.ts'
import type { Resource, ResourceContents, ResourceValue } from '../resource.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources */
const read: Method = {
  name: 'resources/read',
  capability: 'resources',
  run(exchange) {
    const { core, params, revision } = exchange.asked
    const { uri } = params
    if (typeof uri !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "uri" is a string.')
    const found = findResource(core.catalog(), uri)
    if (found === undefined) throw resourceNotFound(uri, revision)
    return follow<ResourceValue>(exchange, {
      subject: () => found.resource.uri,
      run: async (context) => found.resource.read(found.variables, context),
      finish(value) {
        if (value === undefined) throw resourceNotFound(uri, revision)
        return exchange.encode({
          contents: exchange.maskContent(contentsOf(value, found.resource, uri)),
          ...revision.encodeCache(core.cache),
        })
      },
      ...refusals(exchange),
    })
  },
}
export default read

/** The resource of a URI, with what a template reads from it. */
export function findResource(
  { resources, templates }: Catalog,
  uri: string,
): { readonly resource: Resource; readonly variables: Readonly<Record<string, string>> } | undefined {
  const resource = resources.get(uri)
  if (resource !== undefined) return { resource, variables: {} }
  for (const templated of templates.values()) {
    const variables = templated.template.match(uri)
    if (variables !== undefined) return { resource: templated, variables }
  }
  return undefined
}

/** What a client is answered that asks for a resource that is not there. */
export function resourceNotFound(uri: string, revision: Revision): RpcError {
  return new RpcError(revision.resourceNotFound, `Resource not found: ${echo(uri)}`, { uri: echo(uri) })
}

function contentsOf(value: NonNullable<ResourceValue>, { mimeType }: Resource, uri: string): UnknownObject[] {
  const type = mimeType === undefined ? {} : { mimeType }
  if (typeof value === 'string') return [{ uri, ...type, text: value }]
  if (value instanceof Uint8Array) return [{ uri, ...type, blob: Buffer.from(value).toString('base64') }]
  const many: readonly ResourceContents[] = 'length' in value ? value : [value]
  return many.map((contents) => ({ uri, ...type, ...contents }))
}
