import type { Annotations } from './annotations.ts'
import type { Icon, Repeatable, ToolLimits } from './config.ts'
import type { UnknownObject } from './json.ts'
import type { JsonSchema, ObjectSchema } from './schema/schema.ts'

/** What a client learns of a tool. Plain data. https://modelcontextprotocol.io/specification/2025-11-25/server/tools */
export interface ToolDefinition {
  /** 1 to 64 characters of `A-Z a-z 0-9 _ -`, not beginning with a digit or a dash; by custom `verb_noun`. */
  readonly name: string
  /** A name for people. */
  readonly title?: string
  /** What a model reads before it chooses: what the tool does, takes and gives. */
  readonly description?: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: JsonSchema
  readonly annotations?: Annotations
  readonly icons?: readonly Icon[]
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** How grave a log message is. https://www.rfc-editor.org/rfc/rfc5424#section-6.2.1 */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** What the program at the other end says of itself. Nothing of it is verified. */
export interface ClientDescription {
  /** What it can be asked. https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities */
  readonly capabilities: UnknownObject
  /** Its name and version. */
  readonly info: UnknownObject | undefined
}

/** What ties an answer to its question when a function runs again from the top. */
export interface QuestionOptions {
  /** Default: the question itself, and its turn among equal ones. */
  readonly key?: string
}

/** The client's log. Data is a text or anything JSON holds. https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging */
export interface Log {
  (data: unknown): void
  readonly debug: (data: unknown) => void
  readonly warn: (data: unknown) => void
  readonly error: (data: unknown) => void
  /** Any of the levels, by name. */
  readonly at: (level: LogLevel, data: unknown) => void
}

/** What a running call can use beside its arguments. Injected by type, never on the wire. */
export interface ToolContext {
  /** Aborts when the caller cancels, leaves, or the server stops. */
  readonly signal: AbortSignal
  readonly client: ClientDescription
  /** Who calls, as far as the transport knows: `local` over stdio. */
  readonly caller: string
  /** What the caller belongs to, where the server's declaration says how to know; else empty. */
  readonly tenant: string
  /** What the token of the caller allows. Empty where there is none. */
  readonly scopes: readonly string[]
  /** What the token of the caller says, verified: `sub`, `email`, whatever its issuer puts there. Empty where there is none. */
  readonly claims: UnknownObject
  /** What the client sent beside the arguments, as `_meta`. Nothing of it is verified. */
  readonly meta: UnknownObject
  /** Tells a client that asked for it how far the call is. What does not go forward is not sent. */
  readonly progress: (done: number, total?: number, message?: string) => void
  /** Tells the client's log, where the client wants to hear of the level: `log('…')` is `info`, `log.warn('…')` louder. */
  readonly log: Log
  /**
   * Asks the person at the other end to fill a form, a flat JSON Schema, and gives what was filled in. After the
   * answer the function runs again from the top. A refusal ends the call and never comes back to the function.
   */
  readonly ask: (message: string, schema: ObjectSchema, options?: QuestionOptions) => Promise<UnknownObject>
  /**
   * Asks the person at the other end for a yes, immediately before what cannot be undone, and then does it, once, as
   * `step` does. Anything but a yes ends the call and never comes back to the function.
   */
  readonly confirm: {
    (question: string): Promise<void>
    <Value>(question: string, act: () => Value | Promise<Value>): Promise<Value>
  }
  /** Asks the client's model. Takes and gives what `sampling/createMessage` does. */
  readonly sample: (request: UnknownObject, options?: QuestionOptions) => Promise<UnknownObject>
  /**
   * What systems behind can know this call by: the same for whoever tries it again, another for another effect. Only
   * for a tool that says when a call is the same (`@idempotent`); throws in any other.
   */
  readonly idempotencyKey: string
  /**
   * Does something once, and keeps what it gave, as JSON: when the function runs again from the top, or the call is
   * tried again, it gives that and does nothing. Its name is used once in a run; in a loop, `charge:${id}`.
   */
  readonly step: <Value>(name: string, act: () => Value | Promise<Value>) => Promise<Value>
  /** Asks in which places the client works. */
  readonly roots: (options?: QuestionOptions) => Promise<readonly UnknownObject[]>
}

/** What a function says that it gives, where that is no structure. Never on the wire. */
export interface Returning {
  /** `nothing`: what it gives all the same stays inside. `content`: texts and content. Absent: whatever it gives. */
  readonly returns?: 'nothing' | 'content'
}

/** A tool that can be called. `run` gets arguments that were checked against `inputSchema`. */
export interface Tool extends ToolDefinition, ToolLimits, Repeatable, Returning {
  /** A method, not a property, so that a list may hold tools of different inputs. */
  run(args: UnknownObject, context: ToolContext): unknown
}
