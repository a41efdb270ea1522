import { isObject, type UnknownObject } from '../tool/index.ts'
import { rpcCode, RpcError } from './json-rpc.ts'

/** What each request says of its client. https://modelcontextprotocol.io/specification/2026-07-28/basic#meta */
export interface Envelope {
  readonly protocolVersion: string
  readonly clientCapabilities: UnknownObject
  readonly clientInfo: UnknownObject | undefined
  readonly logLevel: unknown
}

/** Keys of `_meta` that the protocol gives a meaning to. */
export const metaKey = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** The envelope of a request; undefined where it names no version, as in older revisions. Throws `RpcError`. */
export function readEnvelope(params: UnknownObject): Envelope | undefined {
  const meta = params['_meta']
  if (meta === undefined) return undefined
  if (!isObject(meta)) throw new RpcError(rpcCode.invalidParams, 'Invalid params: "_meta" is an object.')
  const protocolVersion = meta[metaKey.protocolVersion]
  if (protocolVersion === undefined) return undefined
  const clientCapabilities = meta[metaKey.clientCapabilities]
  const clientInfo = meta[metaKey.clientInfo]
  if (typeof protocolVersion !== 'string') throw wrong(metaKey.protocolVersion, 'a string')
  if (!isObject(clientCapabilities)) throw wrong(metaKey.clientCapabilities, 'an object')
  if (clientInfo !== undefined && !isObject(clientInfo)) throw wrong(metaKey.clientInfo, 'an object')
  return { protocolVersion, clientCapabilities, clientInfo, logLevel: meta[metaKey.logLevel] }
}

/** The `_meta` that says the same for a client of ours. */
export function writeEnvelope({
  protocolVersion,
  clientCapabilities,
  clientInfo,
}: Omit<Envelope, 'logLevel'>): UnknownObject {
  return {
    [metaKey.protocolVersion]: protocolVersion,
    [metaKey.clientCapabilities]: clientCapabilities,
    ...(clientInfo !== undefined && { [metaKey.clientInfo]: clientInfo }),
  }
}

/** What a request without envelope and without handshake is answered. */
export function missingEnvelope(): RpcError {
  return new RpcError(
    rpcCode.invalidParams,
    `Invalid params: send "${metaKey.protocolVersion}" and "${metaKey.clientCapabilities}" in params._meta, or initialize first.`,
  )
}

function wrong(key: string, wanted: string): RpcError {
  return new RpcError(rpcCode.invalidParams, `Invalid params: _meta["${key}"] is ${wanted}.`)
}
