import type { ToolResult, UnknownObject } from '../../tool/index.ts'
import type { ModelAnswer } from '../convert/parts.ts'
import type { Progress } from '../raw-call.ts'
import type { Request } from '../request.ts'
import type { Message } from './message.ts'
import type { ModelError, Usage } from './model.ts'

/** A call that a model wants made. */
export interface WantedCall {
  readonly id: string
  /** As the model calls the tool. */
  readonly name: string
  readonly arguments: UnknownObject
}

/** What happens in a loop, as it happens. Watching changes nothing. */
export type LoopEvent =
  /** The model is asked, for the first time with 1. */
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly call: WantedCall }
  /** A person is asked about it. */
  | { readonly kind: 'call-asked'; readonly call: WantedCall; readonly request: Request }
  /** It was not run; the answer says why. */
  | { readonly kind: 'call-denied'; readonly call: WantedCall; readonly answer: ModelAnswer }
  | { readonly kind: 'call-begun'; readonly call: WantedCall }
  | { readonly kind: 'call-progress'; readonly call: WantedCall; readonly progress: Progress }
  /** The result as it came, for people and code; the answer is what the model reads of it. */
  | {
      readonly kind: 'call-ended'
      readonly call: WantedCall
      readonly result: ToolResult
      readonly answer: ModelAnswer
    }
  /** What was said, once it is whole: what is kept of a conversation. */
  | { readonly kind: 'message'; readonly message: Message }
  /** The last one. All messages so far make a request that providers take. */
  | { readonly kind: 'end'; readonly end: LoopEnd }

/** How a loop ended. */
export interface LoopEnd {
  readonly reason: EndReason
  /** For the person, where it ended otherwise than with an answer. */
  readonly note: string | undefined
  readonly error: ModelError | undefined
  /** What the model said last. */
  readonly text: string
  /** Those it was given, and what came after. */
  readonly messages: readonly Message[]
  /** Of all steps. */
  readonly usage: Usage
  readonly steps: number
}

export type EndReason =
  | 'answered'
  | 'steps'
  | 'time'
  | 'tokens'
  | 'repeating'
  | 'stopped'
  | 'cancelled'
  | 'length'
  | 'withheld'
  | 'failed'
