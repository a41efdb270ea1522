import type { HttpReply } from './message.ts'

/** What ends at a time, and the clock that tells it. */
export interface Expiry {
  /** In milliseconds. `Infinity`: never. */
  readonly until: number
  readonly now: () => number
}

/** The longest that a timer can wait. */
const longestMs = 2 ** 31 - 1

/** Runs something when the time has come. The function that comes back calls it off. */
export function whenOver({ until, now }: Expiry, run: () => void): () => void {
  if (until === Infinity) return () => undefined
  const timer = setTimeout(run, Math.min(Math.max(0, until - now()), longestMs))
  return () => clearTimeout(timer)
}

/** A stream that is cut off when the time has come. Its client may open it again, if it still may. */
export function cutOff(reply: HttpReply, expiry: Expiry): HttpReply {
  if (reply.kind === 'text') return reply
  let callOff: (() => void) | undefined
  return {
    ...reply,
    open(sink) {
      callOff = whenOver(expiry, () => {
        reply.close(sink)
        sink.end()
      })
      reply.open(sink)
    },
    close(sink) {
      callOff?.()
      reply.close(sink)
    },
  }
}
