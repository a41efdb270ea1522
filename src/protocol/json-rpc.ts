import { isObject, type UnknownObject } from '../tool/index.ts'

/** What ties an answer to its request. https://modelcontextprotocol.io/specification/2025-11-25/basic#requests */
export type RequestId = string | number

/** The codes of JSON-RPC and of the protocol. https://modelcontextprotocol.io/specification/2026-07-28/schema */
export const rpcCode = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  missingClientCapability: -32_021,
  unsupportedProtocolVersion: -32_022,
} as const

/** A failure that the wire shows as an error, not as a result. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** One message, sorted by what it wants. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: UnknownObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: UnknownObject }
  | { readonly kind: 'response'; readonly id: RequestId; readonly result: unknown; readonly error: unknown }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly error: RpcError }

const wantedId = '"id" is a string or a safe number.'
const nothing: UnknownObject = Object.freeze({})

/** Sorts a parsed value; never throws. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(null, 'a message is an object.')
  const { jsonrpc, id, method } = value
  if (jsonrpc !== '2.0') return invalid(id, '"jsonrpc" is "2.0".')
  if (typeof method !== 'string') return readResponse(value)
  const params = value['params'] ?? nothing
  if (!isObject(params)) return refused(id, new RpcError(rpcCode.invalidParams, 'Invalid params: they are an object.'))
  if (id === undefined) return { kind: 'notification', method, params }
  return isRequestId(id) ? { kind: 'request', id, method, params } : invalid(id, wantedId)
}

function readResponse({ id, method, result, error }: UnknownObject): Message {
  if (method !== undefined) return invalid(id, '"method" is a string.')
  if (result === undefined && error === undefined) return invalid(id, 'neither "method" nor "result" nor "error".')
  return isRequestId(id) ? { kind: 'response', id, result, error } : invalid(id, wantedId)
}

/** The text of an answer around the text of its result. */
export function success(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

/** The text of an answer that is an error. `id` is null when the request could not be read. */
export function failure(id: RequestId | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
}

/** The text of a message that wants no answer. */
export function notification(method: string, params: UnknownObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

/** A number that was rounded when it was read would answer another request. */
export function isRequestId(value: unknown): value is RequestId {
  if (typeof value !== 'number') return typeof value === 'string'
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function invalid(id: unknown, says: string): Message {
  return refused(id, new RpcError(rpcCode.invalidRequest, `Invalid request: ${says}`))
}

function refused(id: unknown, error: RpcError): Message {
  return { kind: 'invalid', id: isRequestId(id) ? id : null, error }
}
