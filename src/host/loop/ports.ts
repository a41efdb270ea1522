import type { ToolResult, UnknownObject } from '../../tool/index.ts'
import type { ModelTools } from '../convert/model-tools.ts'
import type { ModelAnswer, ModelResult } from '../convert/parts.ts'
import type { ToolPlace } from '../names.ts'
import type { Progress } from '../raw-call.ts'
import type { Request } from '../request.ts'
import type { WantedCall } from './event.ts'
import type { Message } from './message.ts'
import type { Model } from './model.ts'

/** What a loop runs on. `Leave` is what a decision gives and a call takes: behind a gate, its permit. */
export interface LoopOptions<Leave> {
  readonly model: Model
  /** What the model is told before all else. */
  readonly instructions?: string
  /** What was said so far; the last of it waits for an answer. */
  readonly messages: readonly Message[]
  /** The tools as they stand; looked at before every step. */
  readonly tools: () => ModelTools
  readonly decide: Decide<Leave>
  readonly execute: Execute<Leave>
  /** What else ends it, looked at after every step. Default: `repeats(5)`. */
  readonly stop?: readonly Stop[]
  readonly limits?: LoopLimits
  readonly signal?: AbortSignal
  /** In milliseconds, of a clock that never goes back. */
  readonly now: () => number
}

export interface LoopLimits {
  /** How often the model is asked. Default: 50. */
  readonly steps?: number
  /** In milliseconds, without the time that people think. Default: none. */
  readonly ms?: number
  /** Of input and output together. Default: none. */
  readonly tokens?: number
}

/** A call that can be decided on: the tool is known, the arguments are what its schema wants. */
export interface PlacedCall {
  readonly place: ToolPlace
  readonly arguments: UnknownObject
}

/** Whether a call is made. Takes as long as a person thinks; calls of one answer are decided side by side. */
export type Decide<Leave> = (call: PlacedCall, context: DecideContext) => Promise<Decided<Leave>>

export interface DecideContext {
  readonly signal: AbortSignal
  /** The same for all calls of one answer. */
  readonly batch: string
  /** A person begins to think about it. */
  readonly onAsk: (request: Request) => void
}

export type Decided<Leave> =
  | { readonly kind: 'allow'; readonly leave: Leave }
  /** For the model. */
  | { readonly kind: 'deny'; readonly reason: string }

/** Makes a call. Never throws for what became of it: that is its result. */
export type Execute<Leave> = (leave: Leave, context: ExecuteContext) => Promise<Executed>

export interface ExecuteContext {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** A person is asked something in the middle of it: begins time that does not count, and gives what ends it. */
  readonly pause: () => () => void
}

export interface Executed {
  /** As it came, for people and code. */
  readonly result: ToolResult
  /** What the model reads of it. */
  readonly answer: ModelResult
}

/** Why a loop should end after these steps; undefined: it need not. */
export type Stop = (steps: readonly Step[]) => Stopped | undefined

export interface Stopped {
  readonly reason: 'repeating' | 'stopped'
  /** For the person. */
  readonly note: string
}

/** An answer of the model, and what became of the calls in it. */
export interface Step {
  readonly calls: readonly WantedCall[]
  readonly answers: readonly ModelAnswer[]
}
