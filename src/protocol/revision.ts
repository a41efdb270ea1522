import type { ServerInfo, ToolDefinition, ToolResult, UnknownObject } from '../tool/index.ts'

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
  /** The requests that it knows; what is absent is not found. */
  readonly methods: ReadonlySet<string>
  readonly encodeTool: (tool: ToolDefinition) => UnknownObject
  readonly encodeToolResult: (result: ToolResult, tool: ToolDefinition) => UnknownObject
  /** How a server names itself in the handshake. */
  readonly encodeServer: (server: ServerInfo) => UnknownObject
  /** What a list says of how long it may be kept. */
  readonly encodeCache: (hint: CacheHint) => UnknownObject
  /** The last touch on each result. */
  readonly encodeResult: (result: UnknownObject, server: ServerInfo) => UnknownObject
}
