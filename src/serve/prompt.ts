import type { ContentBlock, ToolContext, UnknownObject } from '../tool/index.ts'
import type { Complete } from './resource.ts'

/** One argument of a prompt. */
export interface PromptArgument {
  readonly title?: string
  readonly description?: string
  readonly required?: boolean
  readonly complete?: Complete
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock | string
}

/** What rendering gives: one message of the user, or several messages. */
export type PromptValue = string | readonly PromptMessage[]

/** What is said of a prompt, and how it is rendered. */
export interface PromptOptions {
  readonly name: string
  /** A name for people. */
  readonly title?: string
  readonly description?: string
  /** By name. */
  readonly arguments?: Readonly<Record<string, PromptArgument>>
  readonly _meta?: UnknownObject
  readonly render: (args: Readonly<Record<string, string>>, context: ToolContext) => PromptValue | Promise<PromptValue>
}

/** A message, or several, that a person can start a conversation with. */
export type Prompt = PromptOptions

const brand = Symbol.for('verbnoun.prompt')

/** Declares a prompt: `export const review = prompt({ name: 'review_code', render: ({ code }) => … })`. */
export function prompt(options: PromptOptions): Prompt {
  return Object.defineProperty({ ...options }, brand, { value: true })
}

/** Whether a value was made by `prompt`, in this copy of the package or in another. */
export function isPrompt(value: unknown): value is Prompt {
  return typeof value === 'object' && value !== null && brand in value
}
