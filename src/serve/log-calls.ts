import { digest, type UnknownObject } from '../tool/index.ts'
import { systemTime } from './clock.ts'
import type { CallOutcome, ObservedEnd, Observer } from './observe.ts'

export interface CallLogOptions {
  /** Takes one record: plain data. */
  readonly write: (record: UnknownObject) => void
  /** What callers are hashed with, so that nobody who reads the log can try names. Processes that share it agree. */
  readonly secret?: string | undefined
  /** The clock. */
  readonly now?: () => number
}

/** Tells of each call of a tool what became of it: no arguments, no results. */
export function logCalls({ write, secret = '', now = systemTime }: CallLogOptions): Observer {
  return ({ id, method, caller, target = null }) => {
    const began = now()
    return {
      within: (run) => run(),
      end(how) {
        if (method !== 'tools/call') return
        const ended = now()
        write({
          time: new Date(ended).toISOString(),
          level: how.error?.code === undefined && how.error !== undefined ? 'error' : levels[how.outcome],
          message: messageOf(target ?? 'a call', how),
          request: id,
          tool: target,
          caller: digest([secret, caller]).slice(0, 12),
          ms: ended - began,
          outcome: how.outcome,
        })
      },
    }
  }
}

const levels: Readonly<Record<CallOutcome, string>> = {
  executed: 'info',
  replayed: 'info',
  joined: 'info',
  asked: 'info',
  refused: 'warning',
  failed: 'warning',
  unknown: 'error',
}

function messageOf(tool: string, { outcome, error }: ObservedEnd): string {
  return error === undefined ? `${tool} ${outcome}` : `${tool} ${outcome}: ${error.message}`
}
