import type { Access } from '../auth/gate.ts'
import { echo, isKnownVersion, readMessage, type RequestId } from '../../protocol/index.ts'
import { tellError } from '../tell.ts'
import { cutOff } from './expiry.ts'
import type { HttpReply, HttpRequest } from './message.ts'
import { emptyReply, errorReply, eventsReply, jsonReply, PendingReply } from './reply.ts'
import { type HttpSession, youngMs } from './sessions.ts'
import type { EndpointState, Received } from './state.ts'

/** Answers a client of an older revision. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management */
export async function answerInSession(state: EndpointState, received: Received): Promise<HttpReply> {
  const { request, value, access } = received
  const message = readMessage(value)
  if (message.kind === 'request' && message.method === 'initialize') return begin(state, received)
  const session = sessionOf(state, request, access)
  if ('kind' in session) return session
  session.peer.rights = access.rights
  return answer(state, session, value)
}

/** Opens the stream of a session, or goes on with one where it was cut off. */
export function resumeStream(state: EndpointState, request: HttpRequest, access: Access): HttpReply {
  if (request.header('mcp-session-id') === undefined) return emptyReply(405, { allow: 'POST' })
  if (!(request.header('accept') ?? '').includes('text/event-stream'))
    return errorReply(406, 'Accept text/event-stream.')
  const session = sessionOf(state, request, access)
  if ('kind' in session) return session
  const last = /^(\d+)-(\d+)$/.exec(request.header('last-event-id') ?? '')
  if (last === null && session.main.isOpen) return errorReply(409, 'The stream of this session is open.')
  if (last === null) return cutOff(eventsReply(session.main), { until: access.until, now: state.now })
  const stream = session.stream(last[1] ?? '')
  return stream === undefined
    ? errorReply(404, 'This stream is no longer remembered.')
    : eventsReply(stream, Number(last[2]))
}

/** Ends a session as its client wishes. */
export function endSession(state: EndpointState, request: HttpRequest, access: Access): HttpReply {
  if (request.header('mcp-session-id') === undefined) return emptyReply(405, { allow: 'POST' })
  const session = sessionOf(state, request, access)
  if ('kind' in session) return session
  state.sessions.end(session)
  return emptyReply(204)
}

async function begin({ server, sessions }: EndpointState, { value, access }: Received): Promise<HttpReply> {
  const session = sessions.begin(access.caller)
  if (session === undefined) {
    const refusal = errorReply(503, 'Too many sessions are open. Try again in a minute.')
    return { ...refusal, headers: { ...refusal.headers, 'retry-after': String(youngMs / 1000) } }
  }
  session.peer.rights = access.rights
  const text = await server.handle(value, session.peer)
  if (session.peer.session === undefined) {
    sessions.end(session)
    return jsonReply(400, text ?? '')
  }
  return jsonReply(200, text ?? '', { 'mcp-session-id': session.id })
}

function sessionOf({ sessions }: EndpointState, { header }: HttpRequest, { caller }: Access): HttpSession | HttpReply {
  const id = header('mcp-session-id')
  if (id === undefined) return errorReply(400, 'Send Mcp-Session-Id, as initialize gave it.')
  const version = header('mcp-protocol-version')
  if (version !== undefined && !isKnownVersion(version))
    return errorReply(400, `MCP-Protocol-Version ${echo(version)} is not supported.`)
  return sessions.find(id, caller) ?? errorReply(404, 'This session has ended or never was. Initialize again.')
}

/** A client that goes away is not a client that cancels: what comes is kept, so that it can resume. */
function answer({ server, log }: EndpointState, session: HttpSession, value: unknown): HttpReply | Promise<HttpReply> {
  const ids = requestsIn(value)
  if (ids.length === 0) return withoutRequest(server.handle(value, session.peer))
  const pending = new PendingReply(session.openStream)
  const route = ids.filter((id) => !session.routes.has(id))
  for (const id of route) session.routes.set(id, pending)
  Promise.resolve(server.handle(value, session.peer))
    .then((text) => pending.finish(text, 200))
    .catch((error: unknown) => {
      tellError(log, error, server.secrets)
      pending.fail()
    })
    .finally(() => {
      for (const id of route) session.routes.delete(id)
    })
  return pending.reply
}

/** Notifications and answers want no answer; what is no message at all gets one. */
async function withoutRequest(answered: string | undefined | Promise<string | undefined>): Promise<HttpReply> {
  const text = await answered
  return text === undefined ? emptyReply(202) : jsonReply(400, text)
}

function requestsIn(value: unknown): RequestId[] {
  const messages = Array.isArray(value) ? value.map(readMessage) : [readMessage(value)]
  return messages.flatMap((message) => (message.kind === 'request' ? [message.id] : []))
}
