import { notification, type RequestId } from '../protocol/index.ts'
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
  /** Takes an answer that comes when nobody waits any more. Without it the question is withdrawn then. */
  readonly onLate?: ((answer: unknown) => void) | undefined
}

/** What became of a question. */
export type PeerAnswer =
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** There is no answer yet. */
  | { readonly kind: 'open' }
  /** There will be none; why not. */
  | { readonly kind: 'failed'; readonly says: string }

/** Asks the client of an older revision. */
export function askPeer(
  peer: Peer,
  { method, params }: Pick<Question, 'method' | 'params'>,
  options: AskOptions,
): Promise<PeerAnswer> {
  const { id, about, signal, waitMs, onLate } = options
  return new Promise((resolve) => {
    const settle = (outcome: PeerAnswer): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      peer.asked.delete(id)
      resolve(outcome)
    }
    const withdraw = (reason: string): void => {
      peer.send(notification('notifications/cancelled', { requestId: id, reason }), about)
      settle({ kind: 'failed', says: reason })
    }
    const leaveOpen = (hear: (answer: unknown) => void): void => {
      settle({ kind: 'open' })
      peer.asked.set(id, (result, error) => {
        peer.asked.delete(id)
        if (error === undefined) hear(result)
      })
    }
    const timer = setTimeout(() => {
      if (onLate === undefined) withdraw('no answer came in time')
      else leaveOpen(onLate)
    }, waitMs)
    const abort = (): void => withdraw('it is no longer needed')
    signal.addEventListener('abort', abort)
    peer.asked.set(id, (result, error) =>
      settle(error === undefined ? { kind: 'answered', answer: result } : { kind: 'failed', says: reasonOf(error) }),
    )
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), about)
  })
}

function reasonOf(error: unknown): string {
  return isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'it gave no reason'
}
