import { runLoop } from '../../host/index.ts'
import type { LoopEnd, LoopEvent, Message, Model, Toolbox } from '../../host/index.ts'
import { withUserText } from './transcript.ts'

export interface ConversationOptions {
  readonly model: Model
  readonly toolbox: Toolbox
  /** What the model is told before all else, as things stand. */
  readonly instructions: () => string
  /** What was said before. */
  readonly messages: readonly Message[]
  readonly mostSteps: number | undefined
  /** Keeps all that was said. Whatever becomes of that, the conversation goes on. */
  readonly keep: (messages: readonly Message[]) => Promise<void>
  readonly tell: (event: LoopEvent) => void
  /** In milliseconds, of a clock that never goes back. */
  readonly now: () => number
}

/** What a person and a model say to each other. */
export interface Conversation {
  /** Says something to the model, and resolves when it has answered. */
  readonly say: (text: string, signal: AbortSignal) => Promise<LoopEnd>
  /** Takes back what was said last, where nothing has come of it. */
  readonly takeBack: () => Promise<boolean>
}

export function createConversation(options: ConversationOptions): Conversation {
  const { model, toolbox, instructions, mostSteps, keep, tell, now } = options
  const { tools, decide, execute } = toolbox
  let messages = options.messages
  let before = messages
  return {
    async say(text, signal) {
      before = messages
      messages = withUserText(messages, text)
      await keep(messages)
      const limits = mostSteps === undefined ? {} : { steps: mostSteps }
      const loop = { model, instructions: instructions(), messages, tools, decide, execute, limits, signal, now }
      let end: LoopEnd | undefined
      for await (const event of runLoop(loop)) {
        if (event.kind === 'message') await keep((messages = [...messages, event.message]))
        if (event.kind === 'end') await keep((messages = (end = event.end).messages))
        tell(event)
      }
      if (end === undefined) throw new TypeError('The loop has not ended.')
      return end
    },
    async takeBack() {
      if (messages.at(-1)?.role !== 'user') return false
      messages = before
      await keep(messages)
      return true
    },
  }
}
