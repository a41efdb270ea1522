import type { UnknownObject } from '../tool/index.ts'
import type { Gate } from './gate.ts'
import type { ListedItem } from './pages.ts'
import type { Found } from './shelf.ts'

/** The name of this program among servers: rules on what it does itself begin with it. */
export const hostKey: string = 'host'

/** In characters. */
export const defaultLength = 20_000
const mostLength = 50_000

const handle = {
  type: 'string',
  pattern: '^h[1-9][0-9]{0,8}$',
  description: 'As a result names it, such as h3.',
}
const range = {
  from: { type: 'integer', minimum: 1, description: 'The first character to give, counted from 1. Default: 1.' },
  length: {
    type: 'integer',
    minimum: 1,
    maximum: mostLength,
    description: `How many characters to give at most. Default: ${defaultLength}.`,
  },
}
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** What a model calls. */
export const readHandle: ListedItem = {
  name: 'read_handle',
  title: 'Read by handle',
  description:
    'Read what an earlier result cut short, left out or linked, by the handle that the result names, such as h3. Of a text it gives one part, and says which characters of how many; ask again with from for the next part. Reads no web addresses or files.',
  inputSchema: { type: 'object', properties: { handle, ...range }, required: ['handle'], additionalProperties: false },
  annotations,
}

/** The name of that among the tools of all servers. */
export const readerName: string = `${hostKey}__${readHandle.name}`

/** What the gate is asked where a handle stands for a link, so that rules and people see what is read. */
export const readLink: ListedItem = {
  name: 'read_link',
  title: 'Read a link',
  description: 'Read a resource that a result has linked, from the server that linked it.',
  inputSchema: {
    type: 'object',
    properties: {
      handle,
      server: { type: 'string', description: 'The server that linked it, as the config calls it.' },
      uri: { type: 'string', description: 'The address of the resource on that server.' },
      ...range,
    },
    required: ['handle', 'server', 'uri'],
    additionalProperties: false,
  },
  annotations,
}

/** The call that a gate is asked about for one of `read_handle`. */
export function readingCall(
  args: UnknownObject,
  found: Found,
): { readonly tool: string; readonly arguments: UnknownObject } {
  if (found.kind === 'gone' || found.item.kind !== 'link') return { tool: readHandle.name, arguments: args }
  const { server, item } = found
  return { tool: readLink.name, arguments: { ...args, server, uri: item.link.uri } }
}

const mark = 'host:'

/** Makes a gate know this program; gives what tells it from a server. Throws where a server has its name. */
export async function admitHost(gate: Pick<Gate, 'admit' | 'subjects'>, newId: () => string): Promise<string> {
  const present = gate.subjects.get(hostKey)
  if (present !== undefined && !present.facts.identity.digest.startsWith(mark))
    throw new TypeError(
      `A server is called "${hostKey}", and so are the tools of this program in the policy. Give the server another name.`,
    )
  const identity = { digest: `${mark}${newId()}`, command: 'this program' }
  const listing = { tools: [readHandle, readLink], prompts: [], resourceTemplates: [] }
  await gate.admit({ key: hostKey, trust: 'own', identity, listing })
  return identity.digest
}
