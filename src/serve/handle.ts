import {
  echo,
  failure,
  isKnownMethod,
  type Message,
  missingEnvelope,
  negotiate,
  readEnvelope,
  readMessage,
  revisionOf,
  rpcCode,
  RpcError,
  success,
} from '../protocol/index.ts'
import type { Core } from './core.ts'
import { type Asked, Exchange } from './exchange.ts'
import { readLogLevel } from './log-level.ts'
import type { Method } from './method.ts'
import { methods } from './methods/index.ts'
import { runObserved } from './observe.ts'
import type { Peer, Session } from './peer.ts'
import { sentIn } from './sent.ts'
import { showError } from './show-error.ts'
import { tell } from './tell.ts'

type Answer = string | undefined
type Request = Extract<Message, { kind: 'request' }>
type Notification = Extract<Message, { kind: 'notification' }>

const byName: ReadonlyMap<string, Method> = new Map(methods.map((method) => [method.name, method]))
const batchLimit = 1000
const nobody = { clientCapabilities: {}, clientInfo: undefined, logLevel: undefined }

/** Answers one message, or one batch where the revision has them. Never throws and never rejects. */
export function handle(core: Core, value: unknown, peer: Peer): Answer | Promise<Answer> {
  return Array.isArray(value) ? handleBatch(core, value, peer) : handleOne(core, readMessage(value), peer)
}

function handleOne(core: Core, message: Message, peer: Peer): Answer | Promise<Answer> {
  switch (message.kind) {
    case 'request':
      return answer(core, message, peer)
    case 'notification':
      return notice(message, peer)
    case 'response':
      peer.asked.get(message.id)?.(message.result, message.error)
      return undefined
    case 'invalid':
      return failure(message.id, message.error)
  }
}

/** https://modelcontextprotocol.io/specification/2025-03-26/basic#batching */
function handleBatch(core: Core, values: readonly unknown[], peer: Peer): Answer | Promise<Answer> {
  if (peer.session?.revision.batches !== true) return refuseBatch('this revision knows no batches.')
  if (values.length === 0) return refuseBatch('the batch is empty.')
  if (values.length > batchLimit) return refuseBatch(`a batch holds ${batchLimit} messages at most.`)
  return join(values.map((value) => handleOne(core, readMessage(value), peer)))
}

async function join(answers: readonly (Answer | Promise<Answer>)[]): Promise<Answer> {
  const due: string[] = []
  for (const pending of answers) {
    const text = await pending
    if (text !== undefined) due.push(text)
  }
  return due.length === 0 ? undefined : `[${due.join(',')}]`
}

function refuseBatch(says: string): string {
  return failure(null, new RpcError(rpcCode.invalidRequest, `Invalid request: ${says}`))
}

function answer(core: Core, request: Request, peer: Peer): Answer | Promise<Answer> {
  try {
    const method = core.methods.get(request.method) ?? byName.get(request.method)
    const exchange = new Exchange(ask(core, request, { peer, opens: method?.opens === true }))
    if (method === undefined || !isOffered(method, exchange.asked)) throw notFound(request.method)
    if (peer.running.has(request.id))
      throw new RpcError(rpcCode.invalidRequest, 'Invalid request: another request with this id is running.')
    const result = runObserved(exchange, method)
    if (typeof result !== 'string') return finish(exchange, result)
    exchange.state = 'done'
    return success(request.id, result)
  } catch (error) {
    return fail(request, error, { core, peer })
  }
}

/** A request whose answer takes its time, and that may be cancelled until then. */
async function finish(exchange: Exchange, pending: Promise<string>): Promise<Answer> {
  const { id, peer } = exchange.asked
  peer.running.set(id, exchange)
  try {
    const result = await exchange.unlessCancelled(pending)
    return result === undefined || exchange.state === 'cancelled' ? undefined : success(id, result)
  } catch (error) {
    return exchange.state === 'cancelled' ? undefined : fail(exchange.asked, error, exchange.asked)
  } finally {
    if (exchange.state === 'running') exchange.state = 'done'
    if (peer.running.get(id) === exchange) peer.running.delete(id)
  }
}

function ask(core: Core, request: Request, { peer, opens }: { peer: Peer; opens: boolean }): Asked {
  const { id, method, params } = request
  return { core, peer, id, params, rights: peer.rights, ...spokenIn() }

  /** The revision of a request, and what its client said of itself: in its envelope, else when the session began. */
  function spokenIn(): Session {
    const envelope = readEnvelope(params)
    if (envelope !== undefined) {
      const { protocolVersion, clientCapabilities, clientInfo, logLevel } = envelope
      const revision = revisionOf(protocolVersion)
      return { revision, clientCapabilities, clientInfo, logLevel: readLogLevel(logLevel) }
    }
    if (opens) return { ...nobody, revision: negotiate(params['protocolVersion']) }
    if (!isKnownMethod(method)) throw notFound(method)
    if (peer.session === undefined) throw missingEnvelope()
    return peer.session
  }
}

/** What a revision lacks, or this server does not offer, is not found. */
function isOffered({ name, capability }: Method, { core, revision }: Asked): boolean {
  return revision.methods.has(name) && (capability === undefined || capability in core.capabilities())
}

function notice({ method, params }: Notification, peer: Peer): undefined {
  if (method !== 'notifications/cancelled') return
  const { requestId, reason } = params
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return
  const exchange = peer.running.get(requestId)
  peer.running.delete(requestId)
  exchange?.cancel(reason)
}

function notFound(method: string): RpcError {
  return new RpcError(rpcCode.methodNotFound, `Method not found: ${echo(method)}`)
}

function fail(
  { id, params }: Pick<Request, 'id' | 'params'>,
  error: unknown,
  { core, peer }: Pick<Asked, 'core' | 'peer'>,
): string {
  const log = (line: string): void => tell(core.log ?? peer.log, line, core.secrets)
  const shown = showError(error, { core, sent: sentIn(params), log })
  peer.onFailure(shown)
  return failure(id, shown)
}
