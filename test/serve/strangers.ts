import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

/** What a walk does with a client, whoever wrote it. */
export interface Stranger {
  listTools(): Promise<{ tools: { name: string }[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  call(
    name: string,
    args?: object,
    options?: { signal?: AbortSignal; onprogress?: (at: object) => void },
  ): Promise<object>
  readResource(params: { uri: string }): Promise<object>
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<object>
  complete(params: {
    ref: { type: 'ref/prompt'; name: string }
    argument: { name: string; value: string }
  }): Promise<object>
  close(): Promise<void>
}

/** Where a server is: a file to start, or a URL. */
export type Place = { readonly file: string } | { readonly url: string }

const info = { name: 'stranger', version: '1.0.0' }
const capabilities = { elicitation: {}, sampling: {}, roots: {} }
const filledIn = {
  action: 'accept' as const,
  content: { name: 'Ada', username: 'ada', email: 'ada@example.com', ok: true, color: 'blue' },
}
const said = { role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'Paris' } }

/** Official clients, each as it would be written by somebody who has never heard of Verbnoun. */
export const strangers: Readonly<Record<string, (place: Place) => Promise<Stranger>>> = {
  'SDK v2, legacy era': (place) => current(place, 'legacy'),
  'SDK v2, auto era': (place) => current(place, 'auto'),
  'SDK v1': older,
}

async function current(place: Place, mode: 'legacy' | 'auto'): Promise<Stranger> {
  const client = new Client(info, { capabilities, versionNegotiation: { mode } })
  client.setRequestHandler('elicitation/create', () => filledIn)
  client.setRequestHandler('sampling/createMessage', () => said)
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home' }] }))
  await client.connect(
    'url' in place
      ? new StreamableHTTPClientTransport(new URL(place.url))
      : new StdioClientTransport({ command: process.execPath, args: [place.file], stderr: 'inherit' }),
  )
  return Object.assign(client, {
    call: (name: string, args: object = {}, options: object = {}) =>
      client.callTool({ name, arguments: { ...args } }, options),
  })
}

async function older(place: Place): Promise<Stranger> {
  const client = new OlderClient(info, { capabilities })
  client.setRequestHandler(ElicitRequestSchema, () => filledIn)
  client.setRequestHandler(CreateMessageRequestSchema, () => said)
  const transport =
    'url' in place
      ? new OlderHttp(new URL(place.url))
      : new OlderStdio({ command: process.execPath, args: [place.file], stderr: 'inherit' })
  await client.connect(transport)
  return Object.assign(client, {
    call: (name: string, args: object = {}, options: object = {}) =>
      client.callTool({ name, arguments: { ...args } }, CallToolResultSchema, options),
  })
}
