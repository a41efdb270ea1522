import type { UnknownObject } from '../../tool/index.ts'
import type { ModelAnswer, ModelPart } from '../convert/parts.ts'

/** What was said, in the order in which it was. Plain data: it can be stored, and sent to another provider. */
export type Message = UserMessage | AssistantMessage | ToolMessage

export interface UserMessage {
  readonly role: 'user'
  readonly parts: readonly ModelPart[]
}

/** What a person says. */
export function userMessage(text: string): UserMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] }
}

export interface AssistantMessage {
  readonly role: 'assistant'
  readonly parts: readonly AssistantPart[]
}

/** One piece of what a model says. What its provider put beside it goes back as it came. */
export type AssistantPart =
  | { readonly kind: 'text'; readonly text: string; readonly providerData?: UnknownObject }
  | { readonly kind: 'reasoning'; readonly text: string; readonly providerData?: UnknownObject }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly name: string
      readonly arguments: UnknownObject
      readonly providerData?: UnknownObject
    }

/** The answers to all calls of the message before it, in their order. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly answers: readonly ModelAnswer[]
}
