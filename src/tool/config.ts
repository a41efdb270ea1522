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

/** What a server keeps to when it calls a tool. Never on the wire. */
export interface ToolLimits {
  /** In milliseconds. Default: the server's. */
  readonly timeout?: number
  /** How many calls may run at once. Default: no limit. */
  readonly concurrency?: number
  readonly rateLimit?: RateLimit
}

/** What the types and the comment of a function cannot say. */
export interface ToolConfig extends ToolLimits {
  readonly title?: string
  readonly icons?: readonly Icon[]
  readonly _meta?: Readonly<Record<string, unknown>>
}
