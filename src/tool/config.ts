import type { UnknownObject } from './json.ts'

/** A picture for a tool. https://modelcontextprotocol.io/specification/2025-11-25/schema#icon */
export interface Icon {
  /** An `https:` or `data:` URI. */
  readonly src: string
  readonly mimeType?: string
  /** `48x48`, or `any` for what scales. */
  readonly sizes?: readonly string[]
  readonly theme?: 'light' | 'dark'
}

/** How often a tool may be called, counted for each caller. */
export interface RateLimit {
  readonly calls: number
  /** In milliseconds. */
  readonly per: number
}

/** When a call is the same as one before. */
export interface Idempotency {
  /** The arguments that tell one call from another; absent: all of them. */
  readonly keys?: readonly string[]
  /** How long the first result stands, in milliseconds. Default: a day. */
  readonly window?: number
  /**
   * How long the system behind keeps the key, in milliseconds: until then a call of which nobody knows what became of
   * it is tried again. Absent: never.
   */
  readonly downstream?: number
  /** How a person or a model finds out what became of a call. */
  readonly verify?: string
  /** `server`: the key is one of the business, whoever calls. */
  readonly scope?: 'caller' | 'server'
}

/** What became of a call: it happened and gave this, it did not happen, or nobody knows. */
export type Reconciled = { readonly done: unknown } | 'not-done' | 'unknown'

/** What a server keeps to when it calls a tool. Never on the wire. */
export interface ToolLimits {
  /** In milliseconds. Default: the server's. */
  readonly timeout?: number
  /** How many calls may run at once. Default: no limit. */
  readonly concurrency?: number
  readonly rateLimit?: RateLimit
  /** What the token of a caller must allow, over HTTP. To all others the tool is not there. */
  readonly scopes?: readonly string[]
  /**
   * Finds out what became of a call of which nobody knows, by its arguments and its `ctx.idempotencyKey`. What it says
   * is done is recorded as the result.
   */
  readonly reconcile?: (args: UnknownObject, call: { readonly key: string }) => Reconciled | Promise<Reconciled>
}

/** How a server keeps a tool from acting twice. Never on the wire. */
export interface Repeatable {
  readonly idempotency?: Idempotency
  /** Whether the function marks where its effects begin, with `ctx.step`. Else they begin with it. */
  readonly steps?: boolean
}

/** What the types and the comment of a function cannot say. */
export interface ToolConfig extends ToolLimits {
  readonly title?: string
  readonly icons?: readonly Icon[]
  readonly _meta?: Readonly<Record<string, unknown>>
}
