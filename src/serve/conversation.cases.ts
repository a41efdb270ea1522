import { expect } from 'vitest'
import { isObject, type UnknownObject } from '../tool/index.ts'
import type { ServerOptions } from './core.ts'
import { createPeer, type Peer } from './peer.ts'
import { createServer, type Server } from './server.ts'

/** A server, one client at its other end, and what was said between them. */
export interface Conversation {
  readonly server: Server
  readonly peer: Peer
  /** What the server said that was no answer. */
  readonly heard: UnknownObject[]
  /** The result of a request, or its error. */
  readonly request: (method: string, params?: object) => Promise<UnknownObject>
  readonly initialize: (protocolVersion: string, capabilities?: object) => Promise<UnknownObject>
  /** Answers what the server asks from now on. */
  readonly answering: (answers: Readonly<Record<string, (params: unknown) => object>>) => void
}

/** The envelope of a client that can be asked this. */
export function envelope(capabilities: object = {}, more: object = {}): { readonly _meta: UnknownObject } {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      ...more,
    },
  }
}

/** Begins a conversation with a server of these tools and whatever else. */
export function converse(options: Partial<ServerOptions>): Conversation {
  const server = createServer({ name: 'shop', version: '1.0.0', tools: [], ...options })
  const heard: UnknownObject[] = []
  let answers: Readonly<Record<string, (params: unknown) => object>> = {}
  let last = 0
  const peer = createPeer({
    send(text) {
      const message: unknown = JSON.parse(text)
      if (!isObject(message)) throw new Error(text)
      heard.push(message)
      const answer = answers[String(message['method'])]
      if (answer !== undefined && message['id'] !== undefined)
        void server.handle({ jsonrpc: '2.0', id: message['id'], ...answer(message['params']) }, peer)
    },
  })

  async function request(method: string, params: object = {}): Promise<UnknownObject> {
    last += 1
    const id = last
    const answer: unknown = JSON.parse(String(await server.handle({ jsonrpc: '2.0', id, method, params }, peer)))
    expect(answer).toMatchObject({ jsonrpc: '2.0', id })
    const given = isObject(answer) ? (answer['result'] ?? answer['error']) : undefined
    if (!isObject(given)) throw new Error(`Neither result nor error: ${JSON.stringify(answer)}`)
    return given
  }

  return {
    server,
    peer,
    heard,
    request,
    initialize: (protocolVersion, capabilities = {}) =>
      request('initialize', { protocolVersion, capabilities, clientInfo: { name: 'test', version: '0' } }),
    answering(given) {
      answers = given
    },
  }
}
