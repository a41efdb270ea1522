import type { ContentBlock, ServerInfo, ToolDefinition, ToolResult, UnknownObject } from '../tool/index.ts'

/** How long a client may keep a result, and whether its users may share it. */
export interface CacheHint {
  readonly ttlMs: number
  readonly cacheScope: 'public' | 'private'
}

/** One dated revision of the protocol: what it knows, and how it writes things down. Nobody else compares dates. */
export interface Revision {
  readonly version: string
  /** Whether a client says what it speaks once a connection, or in each request. */
  readonly handshake: 'initialize' | 'envelope'
  /** Whether one array may carry several messages. */
  readonly batches: boolean
  /** Whether a question to the client is a request of ours, or a result that wants the call again with the answer. */
  readonly questions: 'request' | 'result'
  /** Whether a stream begins with an empty event, so that it can be resumed before anything was said on it. */
  readonly primesStreams: boolean
  /** The code for a resource that is not there. */
  readonly resourceNotFound: number
  /** The requests that it knows; what is absent is not found. */
  readonly methods: ReadonlySet<string>
  readonly encodeTool: (tool: ToolDefinition) => UnknownObject
  readonly encodeToolResult: (result: ToolResult, tool: ToolDefinition) => UnknownObject
  /** One item of content; `at` is its place among its siblings. */
  readonly encodeContent: (item: ContentBlock, at: number) => ContentBlock
  /** A resource, or a template of resources. */
  readonly encodeResource: (resource: object) => UnknownObject
  readonly encodePrompt: (prompt: { readonly arguments: readonly object[] }) => UnknownObject
  readonly encodeProgress: (progress: object) => UnknownObject
  readonly encodeCapabilities: (capabilities: object) => UnknownObject
  /** How a server names itself. */
  readonly encodeServer: (server: ServerInfo) => UnknownObject
  /** What a result that may be kept says of how long. */
  readonly encodeCache: (hint: CacheHint) => UnknownObject
  /** The last touch on each result. */
  readonly encodeResult: (result: UnknownObject, server: ServerInfo) => UnknownObject
}
