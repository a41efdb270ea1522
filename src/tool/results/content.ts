import { isObject } from '../json.ts'

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

/** One item of a result on the wire. https://modelcontextprotocol.io/specification/2025-11-25/schema#contentblock */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource

/** Something that gives its bytes when it is asked: a canvas, a chart, a picture in the making. */
export type BytesMaker =
  | { toBuffer(): Uint8Array | PromiseLike<Uint8Array> }
  | { png(): Uint8Array | PromiseLike<Uint8Array> }

/** Bytes, or where to get them: a path or `file:` URL, the text of an SVG, something that makes them. */
export type BytesSource = Uint8Array | ArrayBuffer | string | URL | BytesMaker

/** Content whose bytes are fetched, and their type found, when the result is sent. Made by `image`, `audio`, `file`. */
export interface UnreadContent extends Item {
  readonly type: 'unread'
  readonly becomes: 'image' | 'audio' | 'resource'
  readonly source: BytesSource
  readonly mimeType?: string
  /** For what becomes a resource. */
  readonly uri?: string
}

/** A text that only a person can send. The server keeps it, and shows it with a link. Made by `draft` of `drafts`. */
export interface DraftContent extends Item {
  readonly type: 'draft'
  readonly kind: string
  readonly text: string
  readonly data: unknown
  /** What made it: drafts of the same kind that were made elsewhere are sent in another way. */
  readonly maker: (...parts: never) => unknown
}

/** One item of what a function returns. */
export type Content = ContentBlock | UnreadContent | DraftContent

/** What `tools/call` answers. https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult */
export interface ToolResult {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
  readonly _meta?: Readonly<Record<string, unknown>>
}

const made = Symbol.for('verbnoun.result')

/** A result whose parts its author chose himself; its type says what the structure is. */
export interface Result<Structure = unknown> {
  readonly content?: readonly (Content | string)[]
  readonly structured?: Structure
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Content and structure apart: exactly what is given reaches the wire; without content the structure is the text too. */
export function result<Structure>(parts: Result<Structure>): Result<Structure> {
  return Object.defineProperty({ ...parts }, made, { value: true })
}

/** Whether a value was made by `result`, in this copy of the package or in another. */
export function isResult(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && made in value
}

/** Whether a value was made by `draft` of `drafts`, in this copy of the package or in another. */
export function isDraft(value: unknown): value is DraftContent {
  return isObject(value) && value['type'] === 'draft' && typeof value['maker'] === 'function'
}

/** One text item. */
export function text(value: string): TextContent {
  return { type: 'text', text: value }
}

/** A picture. Its type is found from the bytes, which are read when the result is sent. */
export function image(source: BytesSource, options: { mimeType?: string } = {}): UnreadContent {
  return { type: 'unread', becomes: 'image', source, ...options }
}

/** Something to hear. Its type is found from the bytes, which are read when the result is sent. */
export function audio(source: BytesSource, options: { mimeType?: string } = {}): UnreadContent {
  return { type: 'unread', becomes: 'audio', source, ...options }
}

/** A file inside the result: as text where it is text, else as bytes. `name` is what the client sees of its place. */
export function file(source: BytesSource, options: { mimeType?: string; name?: string } = {}): UnreadContent {
  const { name = nameOf(source), ...rest } = options
  return { type: 'unread', becomes: 'resource', source, uri: `file:///${encodeURIComponent(name)}`, ...rest }
}

/** A resource inside the result, under its own URI. */
export function embed(uri: string, source: BytesSource, options: { mimeType?: string } = {}): Content {
  if (typeof source !== 'string') return { type: 'unread', becomes: 'resource', source, uri, ...options }
  return { type: 'resource', resource: { uri, text: source, ...options } }
}

/** A link to something that the client can read with `resources/read`. */
export function link(uri: string, options: Partial<Omit<ResourceLink, 'type' | 'uri'>> = {}): ResourceLink {
  return { type: 'resource_link', uri, name: uri.split('/').findLast((step) => step !== '') ?? uri, ...options }
}

/** Content for the person only: a host keeps it from the model. */
export function forUser(item: Content | string): Content {
  return addressed(item, 'user')
}

/** Content for the model only: a host need not show it to the person. */
export function forModel(item: Content | string): Content {
  return addressed(item, 'assistant')
}

function addressed(item: Content | string, reader: 'user' | 'assistant'): Content {
  const content = typeof item === 'string' ? text(item) : item
  return { ...content, annotations: { ...content.annotations, audience: [reader] } }
}

function nameOf(source: BytesSource): string {
  const path = source instanceof URL ? source.pathname : typeof source === 'string' ? source : ''
  return /[^\\/]+$/.exec(path)?.[0] ?? 'file'
}
