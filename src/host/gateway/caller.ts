import type { ToolResult } from '../../tool/index.ts'
import type { Progress } from '../raw-call.ts'
import type { Form } from './passed-question.ts'

/** A host that waits for the result of a call. */
export interface Caller {
  /** How it is asked: while it waits, by a reply that it comes back from with the answer, or not at all. */
  readonly asks: 'now' | 'later' | 'never'
  /** By its own account. */
  readonly name: string
  /** Puts a question to its person now, and gives what came back; undefined where nothing will. */
  readonly ask: (form: Form, signal: AbortSignal) => Promise<unknown>
  /** Aborts when it has cancelled or left. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** What a host gets for a call. */
export type Reply =
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** It asks its person, and comes back with the answer and this state. */
  | { readonly kind: 'ask'; readonly form: Form; readonly state: string }

/** What a host came back with. */
export interface Returned {
  readonly state: string
  readonly answer: unknown
}
