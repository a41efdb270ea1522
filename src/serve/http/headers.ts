import { echo, type Envelope, type RequestId, rpcCode, RpcError } from '../../protocol/index.ts'
import { isObject, type Tool, type UnknownObject } from '../../tool/index.ts'
import { type HeaderParameter, headersOf } from '../header-parameters.ts'
import type { HttpRequest } from './message.ts'

/** A request whose headers repeat parts of its body. */
export interface Mirrored {
  readonly id: RequestId
  readonly method: string
  readonly params: UnknownObject
}

/** The field of the parameters that `Mcp-Name` repeats, by method. */
const named: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

/**
 * Throws an `RpcError` where a header is missing or says something else than the body.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata
 */
export function requireHeaders(
  { header }: HttpRequest,
  { method, params }: Mirrored,
  known: { readonly envelope: Envelope; readonly tools: ReadonlyMap<string, Tool> },
): void {
  requireEqual('MCP-Protocol-Version', header('mcp-protocol-version'), known.envelope.protocolVersion)
  requireEqual('Mcp-Method', header('mcp-method'), method)
  const field = Object.hasOwn(named, method) ? named[method] : undefined
  if (field === undefined) return
  const name = params[field]
  if (typeof name === 'string') requireEqual('Mcp-Name', decoded(header('mcp-name')), name)
  const tool = method === 'tools/call' && typeof name === 'string' ? known.tools.get(name) : undefined
  if (tool === undefined) return
  for (const parameter of headersOf(tool)) requireParameter(parameter, header, params['arguments'])
}

function requireParameter(parameter: HeaderParameter, header: HttpRequest['header'], args: unknown): void {
  const name = `Mcp-Param-${parameter.header}`
  const sent = decoded(header(name.toLowerCase()))
  const value = valueAt(parameter.path, args)
  if (value === undefined || value === null) {
    if (sent !== undefined) throw mismatch(`${name} is sent, but the argument is not.`)
    return
  }
  if (!saysTheSame(sent, value, parameter)) throw mismatch(`${name} does not say what the argument says.`)
}

function saysTheSame(sent: string | undefined, value: unknown, { type }: HeaderParameter): boolean {
  if (sent === undefined) return false
  if (type === 'integer') return sent.trim() !== '' && Number(sent) === value
  return sent === (typeof value === 'string' ? value : JSON.stringify(value))
}

function valueAt(path: readonly string[], args: unknown): unknown {
  return path.reduce((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), args)
}

function requireEqual(name: string, sent: string | undefined, wanted: string): void {
  if (sent === undefined) throw mismatch(`${name} is missing.`)
  if (sent !== wanted) throw mismatch(`${name} is ${echo(sent)}, the body says ${echo(wanted)}.`)
}

/** https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding */
function decoded(value: string | undefined): string | undefined {
  const coded = value === undefined ? null : /^=\?base64\?(.*)\?=$/.exec(value)
  if (coded === null) return value
  const bytes = Buffer.from(coded[1] ?? '', 'base64')
  if (bytes.toString('base64') !== coded[1]) throw mismatch(`${echo(value ?? '')} is no base64.`)
  return bytes.toString()
}

function mismatch(says: string): RpcError {
  return new RpcError(rpcCode.headerMismatch, `Header mismatch: ${says}`)
}
