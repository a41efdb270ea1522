import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client, Tool } from '@modelcontextprotocol/client'
import { isObject } from '../tool/index.ts'
import type { ToolResult, UnknownObject } from '../tool/index.ts'
import type { ListedItem } from './pages.ts'

/** What became of a call. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** It was done, and its result cannot be used. It must not be done again for that. */
  | { readonly kind: 'unusable'; readonly result?: ToolResult; readonly reason: string }
  /** The server asks something before it goes on. */
  | { readonly kind: 'asked'; readonly request: UnknownObject }
  /** The server refused it with an error of the protocol. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }
  /** It did not leave. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** It left, and nobody knows whether it was done. */
  | { readonly kind: 'unknown'; readonly reason: string }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** In milliseconds. Default: five minutes. */
  readonly timeoutMs?: number
  /** Goes to the server beside the arguments. */
  readonly meta?: UnknownObject
  readonly onProgress?: (progress: Progress) => void
}

/** How far a call says that it is. */
export interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

export type RawCall = (tool: ListedItem, args: UnknownObject, options?: CallOptions) => Promise<Outcome>

/** In milliseconds. */
const defaultTimeout = 300_000

/**
 * Calls a tool by the definition that was accepted. With that definition the official client neither lists again and
 * sends twice when a header does not match, nor throws away what was done for a result that breaks its schema.
 */
export function rawCall(wire: Client): RawCall {
  return async (tool, args, { signal, timeoutMs = defaultTimeout, meta, onProgress } = {}) => {
    try {
      signal?.throwIfAborted()
      const answer: unknown = await wire.callTool(
        { name: tool.name, arguments: { ...args }, ...(meta !== undefined && { _meta: { ...meta } }) },
        {
          toolDefinition: definitionFor(tool),
          timeout: timeoutMs,
          allowInputRequired: true,
          ...(signal !== undefined && { signal }),
          ...(onProgress !== undefined && { onprogress: onProgress, resetTimeoutOnProgress: true }),
        },
      )
      return readAnswer(answer)
    } catch (error) {
      return failed(error, signal)
    }
  }
}

function definitionFor({ name, inputSchema }: ListedItem): Tool {
  return { name, inputSchema: { ...(isObject(inputSchema) ? inputSchema : {}), type: 'object' } }
}

function readAnswer(answer: unknown): Outcome {
  if (isObject(answer) && answer['resultType'] === 'input_required') return { kind: 'asked', request: answer }
  if (isResult(answer)) return { kind: 'result', result: answer }
  return { kind: 'unusable', reason: 'The answer is no tool result.' }
}

/** The official client has checked the items. */
function isResult(result: unknown): result is ToolResult {
  return isObject(result) && Array.isArray(result['content'])
}

const neverSent: ReadonlySet<string> = new Set([
  SdkErrorCode.NotConnected,
  SdkErrorCode.CapabilityNotSupported,
  SdkErrorCode.MethodNotSupportedByProtocolVersion,
])
const answeredBadly: ReadonlySet<string> = new Set([SdkErrorCode.InvalidResult, SdkErrorCode.UnsupportedResultType])

function failed(error: unknown, signal: AbortSignal | undefined): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof ProtocolError) return { kind: 'refused', code: error.code, reason }
  if (error instanceof SdkError && answeredBadly.has(error.code)) return { kind: 'unusable', reason }
  if (error instanceof SdkError && neverSent.has(error.code)) return { kind: 'unsent', reason }
  if (reason === 'Not connected' || reason === 'The server has ended.' || isUnreached(error))
    return { kind: 'unsent', reason }
  return { kind: 'unknown', reason: signal?.aborted === true ? 'It was cancelled on its way.' : reason }
}

const unreached: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** `fetch` says why in the cause of its error. */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  return ('code' in error && unreached.has(error.code)) || (cause !== error && isUnreached(cause))
}
