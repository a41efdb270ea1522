import { isObject, type UnknownObject } from '../tool/index.ts'
import { rpcCode, RpcError } from './json-rpc.ts'

/** What each request says of its client. https://modelcontextprotocol.io/specification/2026-07-28/basic#meta */
export interface Envelope {
  readonly protocolVersion: string
  readonly clientCapabilities: UnknownObject
  readonly clientInfo: UnknownObject | undefined
  readonly logLevel: unknown
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const clientKey = 'io.modelcontextprotocol/clientInfo'
const logLevelKey = 'io.modelcontextprotocol/logLevel'

/** The envelope of a request; undefined where it names no version, as in older revisions. Throws `RpcError`. */
export function readEnvelope(params: UnknownObject): Envelope | undefined {
  const meta = params['_meta']
  if (!isObject(meta)) return undefined
  const protocolVersion = meta[versionKey]
  if (protocolVersion === undefined) return undefined
  const clientCapabilities = meta[capabilitiesKey]
  const clientInfo = meta[clientKey]
  if (typeof protocolVersion !== 'string') throw wrong(versionKey, 'a string')
  if (!isObject(clientCapabilities)) throw wrong(capabilitiesKey, 'an object')
  if (clientInfo !== undefined && !isObject(clientInfo)) throw wrong(clientKey, 'an object')
  return { protocolVersion, clientCapabilities, clientInfo, logLevel: meta[logLevelKey] }
}

/** The `_meta` that says the same for a client of ours. */
export function writeEnvelope({
  protocolVersion,
  clientCapabilities,
  clientInfo,
}: Omit<Envelope, 'logLevel'>): UnknownObject {
  return {
    [versionKey]: protocolVersion,
    [capabilitiesKey]: clientCapabilities,
    ...(clientInfo !== undefined && { [clientKey]: clientInfo }),
  }
}

/** What a request without envelope and without handshake is answered. */
export function missingEnvelope(): RpcError {
  return new RpcError(
    rpcCode.invalidParams,
    `Invalid params: send "${versionKey}" and "${capabilitiesKey}" in params._meta, or initialize first.`,
  )
}

function wrong(key: string, wanted: string): RpcError {
  return new RpcError(rpcCode.invalidParams, `Invalid params: _meta["${key}"] is ${wanted}.`)
}
