/** Whom a piece of content is for, and how much it matters. https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[]
  /** From 0 (may be dropped) to 1 (must be seen). */
  readonly priority?: number
  /** ISO 8601. */
  readonly lastModified?: string
}

interface Item {
  readonly annotations?: ContentAnnotations
  readonly _meta?: Readonly<Record<string, unknown>>
}

export interface TextContent extends Item {
  readonly type: 'text'
  readonly text: string
}

/** `data` is base64. */
export interface ImageContent extends Item {
  readonly type: 'image'
  readonly data: string
  readonly mimeType: string
}

/** `data` is base64. */
export interface AudioContent extends Item {
  readonly type: 'audio'
  readonly data: string
  readonly mimeType: string
}

/** Points at something the client can read with `resources/read`. */
export interface ResourceLink extends Item {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  /** In bytes. */
  readonly size?: number
}

/** A resource with its content inside: `text`, or `blob` in base64. */
export interface EmbeddedResource extends Item {
  readonly type: 'resource'
  readonly resource:
    | { readonly uri: string; readonly mimeType?: string; readonly text: string }
    | { readonly uri: string; readonly mimeType?: string; readonly blob: string }
}

/** One item of a result. https://modelcontextprotocol.io/specification/2025-11-25/schema#contentblock */
export type Content = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource

/** What `tools/call` answers. https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult */
export interface ToolResult {
  readonly content: readonly Content[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** One text item. */
export function text(value: string): TextContent {
  return { type: 'text', text: value }
}
