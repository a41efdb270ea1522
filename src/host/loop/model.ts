import type { UnknownObject } from '../../tool/index.ts'
import type { ModelTool } from '../convert/parts.ts'
import type { Profile } from '../convert/profile.ts'
import type { Message } from './message.ts'

/** A model, wherever it runs. A port: an adapter speaks to its provider. */
export interface Model {
  /** Such as `anthropic:claude-sonnet-4-5`. */
  readonly id: string
  /** What its provider takes. */
  readonly profile: Profile
  /** Whether its provider is to hold it to the schemas of tools. */
  readonly isStrict?: boolean
  /** One answer, as it comes. Throws a `ModelError` where there is none, or where it breaks off. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>
}

export interface ModelRequest {
  /** What the model is told before all else. */
  readonly instructions?: string
  readonly messages: readonly Message[]
  readonly tools: readonly ModelTool[]
  readonly signal: AbortSignal
}

/**
 * Texts that follow one another are one piece of the message, and so are reasonings. What has `providerData` is the
 * last of its piece, and may have no text.
 */
export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string; readonly providerData?: UnknownObject }
  | { readonly kind: 'reasoning'; readonly text: string; readonly providerData?: UnknownObject }
  /** A call, whole. The arguments are what should be JSON. */
  | {
      readonly kind: 'call'
      readonly id: string
      readonly name: string
      readonly arguments: string
      readonly providerData?: UnknownObject
    }
  /** The last one. */
  | { readonly kind: 'end'; readonly reason: EndOfAnswer; readonly usage: Usage }

/** Why an answer ended: it was complete, it wants calls made, it was too long, its provider withheld the rest. */
export type EndOfAnswer = 'complete' | 'calls' | 'length' | 'withheld' | 'other'

/** In tokens. */
export interface Usage {
  readonly input: number
  readonly output: number
}

/** A model that could not be asked, or whose answer broke off. The message is for the person; it holds no key. */
export class ModelError extends Error {
  override readonly name: string = 'ModelError'
  /** Of HTTP, where the provider answered. */
  readonly status: number | undefined
  /** Whether the same request may well succeed a little later. */
  readonly isPassing: boolean
  /** How long the provider wants to be left alone, in milliseconds. */
  readonly waitMs: number | undefined

  constructor(message: string, how: { status?: number; isPassing?: boolean; waitMs?: number; cause?: unknown } = {}) {
    super(message, { cause: how.cause })
    this.status = how.status
    this.isPassing = how.isPassing ?? false
    this.waitMs = how.waitMs
  }
}

/** Also one that was made in another copy of this package. */
export function isModelError(error: unknown): error is ModelError {
  return error instanceof Error && error.name === 'ModelError' && 'isPassing' in error
}
