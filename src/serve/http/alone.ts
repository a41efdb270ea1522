import {
  failure,
  type Message,
  missingEnvelope,
  readEnvelope,
  readMessage,
  rpcCode,
  RpcError,
} from '../../protocol/index.ts'
import { tellError } from '../tell.ts'
import { closePeer, createPeer, endStreams, type Peer } from '../peer.ts'
import { EventStream } from './events.ts'
import { whenOver } from './expiry.ts'
import { requireHeaders } from './headers.ts'
import type { HttpReply } from './message.ts'
import { emptyReply, jsonReply, PendingReply } from './reply.ts'
import type { EndpointState, Received } from './state.ts'

type Request = Extract<Message, { kind: 'request' }>

/** Answers a request that says all there is to say of its client: nothing is kept once it is answered. */
export function answerAlone(state: EndpointState, received: Received): HttpReply | Promise<HttpReply> {
  const message = readMessage(received.value)
  switch (message.kind) {
    case 'request': {
      const wrong = problemWith(state, received, message)
      return wrong === undefined ? answer(state, received) : jsonReply(400, failure(message.id, wrong))
    }
    case 'invalid':
      return jsonReply(400, failure(message.id, message.error))
    case 'notification':
    case 'response':
      return emptyReply(202)
  }
}

function problemWith({ server }: EndpointState, { request }: Received, message: Request): RpcError | undefined {
  try {
    const envelope = readEnvelope(message.params)
    if (envelope === undefined) return missingEnvelope()
    requireHeaders(request, message, { envelope, tools: server.tools })
    return undefined
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

/** The client that goes away cancels what it asked for. */
function answer(
  { server, streams, log, now }: EndpointState,
  { request, value, access }: Received,
): HttpReply | Promise<HttpReply> {
  let pending: PendingReply | undefined
  let status = 200
  const delayed = (): PendingReply => (pending ??= new PendingReply(() => new EventStream()))
  const peer: Peer = createPeer({
    caller: access.caller,
    rights: access.rights,
    log,
    send: (text) => delayed().push(text),
    onFailure: ({ code }) => (status = statuses.get(code) ?? 200),
  })
  const text = server.handle(value, peer)
  if (typeof text === 'string' && pending === undefined) return jsonReply(status, text)
  const { reply } = delayed()
  const end = (): void => endStreams(peer)
  streams.add(end)
  const callOff = whenOver({ until: access.until, now }, end)
  const forget = (): void => {
    streams.delete(end)
    callOff()
  }
  request.onGone(() => {
    forget()
    closePeer(peer)
  })
  Promise.resolve(text)
    .then((answered) => delayed().finish(answered, status))
    .catch((error: unknown) => {
      tellError(log, error, server.secrets)
      delayed().fail()
    })
    .finally(forget)
  return reply
}

const statuses: ReadonlyMap<number, number> = new Map([
  [rpcCode.methodNotFound, 404],
  [rpcCode.headerMismatch, 400],
  [rpcCode.missingClientCapability, 400],
  [rpcCode.unsupportedProtocolVersion, 400],
])
