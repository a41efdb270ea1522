import { isMetadataPath } from '../auth/challenge.ts'
import { type Access, createGate } from '../auth/gate.ts'
import { systemTime } from '../clock.ts'
import { isObject } from '../../tool/index.ts'
import { envelopeVersions, failure, metaKey, parseMessage } from '../../protocol/index.ts'
import type { Server } from '../server.ts'
import { decodeUtf8 } from '../utf8.ts'
import { answerAlone } from './alone.ts'
import type { HttpReply, HttpRequest } from './message.ts'
import { corsHeaders, type PolicyOptions, preflightHeaders, refusalOf } from './policy.ts'
import { emptyReply, errorReply, jsonReply } from './reply.ts'
import { answerInSession, endSession, resumeStream } from './session-requests.ts'
import { createSessions } from './sessions.ts'
import type { EndpointState, Received } from './state.ts'

/** How an endpoint behaves. */
export interface HttpOptions extends PolicyOptions {
  /** Who calls, from the headers of a request. Default: everybody is one. */
  readonly caller?: (header: HttpRequest['header']) => string
  /**
   * Who has signed in to review drafts, from the headers of a request; undefined: nobody. Nothing else is asked of
   * them: it has to check what it reads. Default: there is no page for reviewers.
   */
  readonly reviewer?: (header: HttpRequest['header']) => string | undefined
  /** Makes the ids of sessions of older clients. Nobody may be able to guess them. Default: random. */
  readonly newSessionId?: () => string
  /** How many sessions of older clients there may be. Default: 1000. */
  readonly sessionLimit?: number
  /** How long such a session may be idle, in milliseconds. Default: 30 minutes. */
  readonly sessionIdleMs?: number
  /** Takes a line for the operator, where the server has no place of its own for them. */
  readonly log?: (line: string) => void
  /** The clock. */
  readonly now?: () => number
}

/** One URL that speaks the protocol. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http */
export interface Endpoint {
  readonly handle: (request: HttpRequest) => Answering
  /** The page for reviewers; undefined where there is none. */
  readonly review: ((request: HttpRequest) => Answering) | undefined
  /** Ends what has no end of its own, so that only calls go on. */
  readonly drain: () => void
  /** Ends all sessions, and what they are doing. */
  readonly close: () => void
}

/** At once where nothing is waited for: each turn that an answer waits is paid by all others. */
export type Answering = HttpReply | Promise<HttpReply>

type AnswerTo = (state: EndpointState, request: HttpRequest, access: Access) => Answering

const methods: Readonly<Record<string, AnswerTo>> = { POST: receive, GET: resumeStream, DELETE: endSession }

/** Makes an endpoint for a server. */
export function createEndpoint(server: Server, options: HttpOptions): Endpoint {
  const { reviewer } = options
  const { log = ignore, now = systemTime, caller, sessionLimit = 1000, sessionIdleMs = 1_800_000 } = options
  const newId = options.newSessionId ?? randomId
  const sessions = createSessions({ now, newId, log, limit: sessionLimit, idleMs: sessionIdleMs })
  const gate = createGate(server, { caller, log, now })
  const state: EndpointState = { server, gate, sessions, streams: new Set(), log, now }
  const policy = withResource(options, server)

  function answer(request: HttpRequest): Answering {
    if (isMetadataPath(request.path)) return gate.metadata(request)
    const answerTo = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (answerTo === undefined) return emptyReply(405, { allow: Object.keys(methods).join(', ') })
    const enter = (access: Access | HttpReply): Answering =>
      'rights' in access ? answerTo(state, request, access) : access
    const admitted = gate.admit(request)
    return admitted instanceof Promise ? admitted.then(enter) : enter(admitted)
  }

  async function answerPage(request: HttpRequest): Promise<HttpReply> {
    const reply = await answer(request)
    return { ...reply, headers: { ...reply.headers, ...corsHeaders(request) } }
  }

  return {
    handle(request) {
      const refusal = refusalOf(request, policy)
      if (refusal !== undefined) return errorReply(403, refusal)
      if (request.header('origin') === undefined) return answer(request)
      return request.method === 'OPTIONS' ? emptyReply(204, preflightHeaders(request)) : answerPage(request)
    },
    review: reviewer && ((request) => review(request, { server, reviewer, options: policy })),
    drain() {
      for (const end of state.streams) end()
      sessions.drain()
    },
    close: sessions.close,
  }
}

interface Reviewing {
  readonly server: Server
  readonly reviewer: NonNullable<HttpOptions['reviewer']>
  readonly options: HttpOptions
}

/** The page has its own law of origins: it takes forms from itself alone. */
async function review(request: HttpRequest, { server, reviewer, options }: Reviewing): Promise<HttpReply> {
  const refusal = refusalOf(
    { ...request, header: (name) => (name === 'origin' ? undefined : request.header(name)) },
    options,
  )
  return refusal === undefined ? await server.reviewPage(request, reviewer(request.header)) : errorReply(403, refusal)
}

/** Under the name that clients know it by, a server is reached as well. */
function withResource(policy: PolicyOptions, { auth }: Server): PolicyOptions {
  const { allowedHosts } = policy
  if (auth === undefined || allowedHosts === undefined) return policy
  return { ...policy, allowedHosts: [...allowedHosts, auth.resource.hostname] }
}

function receive(state: EndpointState, request: HttpRequest, access: Access): Answering {
  const { header } = request
  if (!/^application\/json\s*(;|$)/i.test(header('content-type') ?? ''))
    return errorReply(415, 'Send application/json.')
  if (!acceptsBoth(header('accept'))) return errorReply(406, 'Accept both application/json and text/event-stream.')
  return request.body().then((bytes) => read(state, { request, access }, bytes))
}

function read(
  state: EndpointState,
  { request, access }: Omit<Received, 'value'>,
  bytes: Buffer | undefined,
): Answering {
  if (bytes === undefined) return errorReply(413, 'The body is too long.')
  const text = decodeUtf8(bytes)
  if (text === undefined) return errorReply(400, 'The body is not UTF-8.')
  const parsed = parseMessage(text)
  if (parsed.kind === 'refused') return jsonReply(400, failure(parsed.id, parsed.error))
  const received: Received = { request, value: parsed.value, access }
  const refusal = state.gate.refuse(access, parsed.value)
  if (refusal !== undefined) return refusal
  return isModern(received) ? answerAlone(state, received) : answerInSession(state, received)
}

/** Newer clients say in the body what they speak, or at least in the header. */
function isModern({ request, value }: Received): boolean {
  const params = isObject(value) ? value['params'] : undefined
  const meta = isObject(params) ? params['_meta'] : undefined
  if (isObject(meta) && metaKey.protocolVersion in meta) return true
  return envelopeVersions().includes(request.header('mcp-protocol-version') ?? '')
}

function acceptsBoth(accept: string = '*/*'): boolean {
  if (accept.includes('*/*')) return true
  return accept.includes('application/json') && accept.includes('text/event-stream')
}

function randomId(): string {
  return crypto.randomUUID()
}

function ignore(): void {}
