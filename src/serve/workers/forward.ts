import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { failure, rpcCode, RpcError } from '../../protocol/index.ts'
import { slotOf, socketOf, type WorkerPlace } from './place.ts'

/** Takes a request that is another's to answer. Returns whether it was. */
export type Forward = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** Brings the requests of a session to the worker that began it. Whether they may be answered is judged there. */
export function createForward({ slot, folder }: WorkerPlace): Forward {
  return (incoming, outgoing) => {
    const owner = slotOf(String(incoming.headers['mcp-session-id'] ?? ''))
    if (owner === undefined || owner === slot) return false
    const { method, url, headers } = incoming
    const target = {
      socketPath: socketOf(folder, owner),
      method,
      path: url,
      // Who closes at once may be gone before the end of the request is written.
      headers: { ...headers, connection: 'keep-alive' },
      agent: false as const,
    }
    const passed = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutHop(answer.headers)).flushHeaders()
      answer.once('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    passed.once('error', (error: NodeJS.ErrnoException) => refuse(error, outgoing))
    outgoing.once('close', () => passed.destroy())
    incoming.pipe(passed)
    return true
  }
}

/** Headers without those that are about one connection. */
function withoutHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers
  return others
}

/** A worker that is not there has taken its sessions with it: their clients begin anew. */
function refuse({ code }: NodeJS.ErrnoException, outgoing: ServerResponse): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  const isGone = code === 'ENOENT' || code === 'ECONNREFUSED'
  const says = isGone
    ? 'This session ended with the process that kept it. Initialize again.'
    : 'The process that keeps this session ended before it answered.'
  const text = failure(null, new RpcError(rpcCode.invalidRequest, says))
  outgoing.writeHead(isGone ? 404 : 502, { 'content-type': 'application/json' }).end(text)
}
