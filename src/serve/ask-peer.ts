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
  /** Withdraws the question. */
  readonly signal: AbortSignal
}

/** Asks the client of an older revision. Rejects with an `RpcError` when it will not answer, or takes too long. */
export function askPeer(peer: Peer, { method, params }: Question, options: AskOptions): Promise<unknown> {
  const { id, about, signal, waitMs } = options
  return new Promise((resolve, reject) => {
    const withdraw = (reason: string): void => {
      peer.send(notification('notifications/cancelled', { requestId: id, reason }), about)
      settle(undefined, { message: reason })
    }
    const timer = setTimeout(() => withdraw('no answer came in time'), waitMs)
    const abort = (): void => withdraw('it is no longer needed')
    const settle = (result: unknown, error: unknown): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      peer.asked.delete(id)
      if (error === undefined) resolve(result)
      else reject(toRpcError(error))
    }
    signal.addEventListener('abort', abort)
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
