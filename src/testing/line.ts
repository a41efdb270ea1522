import { revisions, RpcError, writeEnvelope } from '../protocol/index.ts'
import { createPeer } from '../serve/index.ts'
import type { Peer, Server } from '../serve/index.ts'
import { isObject } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'

/** What a server asks of its client. */
export interface AskedOfClient {
  readonly method: string
  /** The question to a person; empty where none is asked. */
  readonly message: string
  readonly params: UnknownObject
}

/** Answers what a server asks. */
export type Answer = (asked: AskedOfClient) => UnknownObject | 'decline' | 'cancel'

export interface LineOptions {
  readonly revision: string
  readonly answer: Answer | undefined
}

/** The way to a server for one who has shaken hands, or who says what it speaks each time. */
export interface Line {
  /** The result of a request, with the questions on the way answered. Throws the error of the answer. */
  readonly request: (method: string, params: UnknownObject) => Promise<UnknownObject>
  /** Makes a request and cancels it when its function has begun to run. */
  readonly lose: (method: string, params: UnknownObject) => Promise<void>
  /** What the server sent of itself, in order. */
  readonly notifications: readonly UnknownObject[]
}

const clientInfo = { name: 'verbnoun/test', version: '1' }

export async function connect(server: Server, { revision, answer }: LineOptions): Promise<Line> {
  const notifications: UnknownObject[] = []
  const peer: Peer = createPeer({ send: (text) => hear(parse(text)) })
  const capabilities = answer === undefined ? {} : { elicitation: {}, sampling: {}, roots: {} }
  const isShaken = revisions.some(({ version, handshake }) => version === revision && handshake === 'initialize')
  const envelope = writeEnvelope({ protocolVersion: revision, clientCapabilities: capabilities, clientInfo })
  let last = 0

  function hear(message: UnknownObject): void {
    const { id, method, params } = message
    if (id === undefined || method === undefined) notifications.push(message)
    else void server.handle({ jsonrpc: '2.0', id, result: answerTo({ method, params }, answer) }, peer)
  }

  const withEnvelope = (params: UnknownObject): UnknownObject =>
    isShaken ? params : { ...params, _meta: { ...envelope, ...(isObject(params['_meta']) ? params['_meta'] : {}) } }

  async function ask(method: string, params: UnknownObject): Promise<UnknownObject> {
    last += 1
    const answered = parse(
      await server.handle({ jsonrpc: '2.0', id: last, method, params: withEnvelope(params) }, peer),
    )
    if (isObject(answered['result'])) return answered['result']
    const error = isObject(answered['error']) ? answered['error'] : { code: 0, message: `${method} was not answered.` }
    throw new RpcError(Number(error['code']), String(error['message']), error['data'])
  }

  if (isShaken) await ask('initialize', { protocolVersion: revision, capabilities, clientInfo })
  return {
    notifications,
    async request(method, params) {
      let result = await ask(method, params)
      while (result['resultType'] === 'input_required')
        result = await ask(method, { ...params, ...replyTo(result, answer) })
      return result
    },
    async lose(method, params) {
      last += 1
      const answering = server.handle({ jsonrpc: '2.0', id: last, method, params: withEnvelope(params) }, peer)
      await new Promise((resolve) => setImmediate(resolve))
      await server.handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: last } }, peer)
      await answering
    },
  }
}

/** What a client sends back with the state of a call that wants answers. */
function replyTo({ inputRequests, requestState }: UnknownObject, answer: Answer | undefined): UnknownObject {
  const asked = Object.entries(isObject(inputRequests) ? inputRequests : {})
  const replies = asked.map(([key, request]) => [key, answerTo(isObject(request) ? request : {}, answer)])
  return { requestState, inputResponses: Object.fromEntries(replies) }
}

function answerTo(request: UnknownObject, answer: Answer | undefined): UnknownObject {
  const method = String(request['method'])
  const params = isObject(request['params']) ? request['params'] : {}
  const { message } = params
  const given = answer?.({ method, params, message: typeof message === 'string' ? message : '' }) ?? 'cancel'
  if (typeof given === 'string') return { action: given }
  return method === 'elicitation/create' ? { action: 'accept', content: given } : given
}

function parse(text: string | undefined): UnknownObject {
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  return isObject(value) ? value : {}
}
