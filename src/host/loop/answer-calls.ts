import type { ModelAnswer } from '../convert/parts.ts'
import type { AnswerCall } from './answer.ts'
import { answerCall } from './call.ts'
import type { CallOptions } from './call.ts'
import { createChannel } from './channel.ts'
import type { LoopEvent } from './event.ts'

/** Takes the calls of one answer side by side, tells what happens as it does, and gives the answers in the calls' order. */
export async function* answerCalls<Leave>(
  calls: readonly AnswerCall[],
  options: CallOptions<Leave>,
): AsyncGenerator<LoopEvent, readonly ModelAnswer[], undefined> {
  const events = createChannel<LoopEvent>()
  // A signal for each: whatever a call does, as many would listen on one as there are calls.
  const endings = calls.map(() => new AbortController())
  const endAll = (): void => endings.forEach((ending) => ending.abort())
  const { signal } = options
  signal.addEventListener('abort', endAll)
  if (signal.aborted) endAll()
  const answers = Promise.all(
    calls.map(async (call, at) => {
      const own = { ...options, signal: endings[at]?.signal ?? signal }
      return await answerCall(call, own, events.put)
    }),
  )
  void answers.then(events.close, events.close)
  try {
    yield* events.read()
    return await answers
  } finally {
    // Whoever reads no further has aborted by then, or does so next.
    const forget = (): void => signal.removeEventListener('abort', endAll)
    void answers.then(forget, forget)
  }
}
