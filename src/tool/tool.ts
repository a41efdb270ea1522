import type { Annotations } from './annotations.ts'
import type { UnknownObject } from './json.ts'
import type { JsonSchema, ObjectSchema } from './schema.ts'

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
}

/** What a running call can use beside its arguments. Injected by type, never on the wire. */
export interface ToolContext {
  /** Aborts when the caller cancels, leaves, or the server stops. */
  readonly signal: AbortSignal
}

/** A tool that can be called. `run` gets arguments that were checked against `inputSchema`. */
export interface Tool extends ToolDefinition {
  /** A method, not a property, so that a list may hold tools of different inputs. */
  run(args: UnknownObject, context: ToolContext): unknown
}
