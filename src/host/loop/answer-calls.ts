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
  const answers = Promise.all(calls.map(async (call) => await answerCall(call, options, events.put)))
  void answers.then(events.close, events.close)
  yield* events.read()
  return await answers
}
