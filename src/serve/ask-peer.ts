import { notification, type RequestId, RpcError, rpcCode } from '../protocol/index.ts'
import { isObject } from '../tool/index.ts'
import type { Peer } from './peer.ts'
import type { Question } from './question.ts'

/** Where a question belongs, and how long it may stay open. */
export interface AskOptions {
  readonly id: string
  /** The request that the question comes from. */
  readonly about: RequestId
  readonly waitMs: number
}

/** Asks the client of an older revision. Rejects with an `RpcError` when it will not answer, or takes too long. */
export function askPeer(peer: Peer, { method, params }: Question, options: AskOptions): Promise<unknown> {
  const { id, about, waitMs } = options
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      peer.send(notification('notifications/cancelled', { requestId: id, reason: 'No answer came in time.' }), about)
      settle(undefined, { message: 'no answer came in time' })
    }, waitMs)
    const settle = (result: unknown, error: unknown): void => {
      clearTimeout(timer)
      peer.asked.delete(id)
      if (error === undefined) resolve(result)
      else reject(toRpcError(error))
    }
    peer.asked.set(id, settle)
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), about)
  })
}

function toRpcError(error: unknown): RpcError {
  const { code, message } = isObject(error) ? error : {}
  return new RpcError(
    typeof code === 'number' ? code : rpcCode.internalError,
    typeof message === 'string' ? message : 'it gave no reason',
  )
}
