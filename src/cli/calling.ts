import { formatDiagnostic, isRefusal, openTarget } from '../compile/index.ts'
import { randomUUID } from 'node:crypto'
import { typedServer } from '../host/index.ts'
import type { TypedCall } from '../host/index.ts'
import { latest, writeEnvelope } from '../protocol/index.ts'
import { createPeer } from '../serve/index.ts'
import type { Server } from '../serve/index.ts'
import { isObject, parseJson } from '../tool/index.ts'
import type { ToolResult, UnknownObject } from '../tool/index.ts'
import { UsageError } from './command.ts'
import type { Io } from './command.ts'
import { openCommand } from './foreign.ts'
import { requireTools, runSource } from './source.ts'

/** A call as it was typed. */
export interface WantedCall {
  readonly tool: string
  /** `name=value` */
  readonly pairs: readonly string[]
  /** All arguments as JSON. */
  readonly json: string | undefined
  /** The URL of the ledger, where one was chosen. */
  readonly ledger: string | undefined
}

export type Outcome =
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** The server refused the request itself. */
  | { readonly kind: 'error'; readonly message: string }

/** Calls a tool of a source through a server of its own in this process. */
export async function callSource(target: string, wanted: WantedCall, io: Io): Promise<Outcome> {
  const loaded = await openTarget([target], { cwd: io.cwd })
  requireTools(loaded, [target])
  for (const diagnostic of loaded.diagnostics.filter(isRefusal)) io.err(formatDiagnostic(diagnostic))
  const { server, stop } = await runSource(loaded, io, { ledger: wanted.ledger })
  const args = readArguments(wanted, server.tools.get(wanted.tool)?.inputSchema)
  try {
    return await callServer(server, { name: wanted.tool, arguments: args }, io)
  } finally {
    await stop()
  }
}

/** The way of a client, without a transport between. */
async function callServer(server: Server, params: UnknownObject, io: Io): Promise<Outcome> {
  const _meta = writeEnvelope({ protocolVersion: latest.version, clientCapabilities: {}, clientInfo: undefined })
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } }
  const peer = createPeer({ log: io.err })
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: request.id } }
  io.signal.addEventListener('abort', () => void server.handle(cancel, peer), { once: true })
  const answer: unknown = JSON.parse((await server.handle(request, peer)) ?? 'null')
  if (!isObject(answer)) return { kind: 'error', message: 'Interrupted.' }
  const { result, error } = answer
  if (isResult(result)) return { kind: 'result', result }
  return { kind: 'error', message: isObject(error) ? String(error['message']) : 'The answer is no result.' }
}

function isResult(result: unknown): result is ToolResult {
  return isObject(result) && Array.isArray(result['content'])
}

/** Calls a tool of a foreign server, which is started for it and stopped. */
export async function callCommand(command: readonly string[], wanted: WantedCall, io: Io): Promise<Outcome> {
  const connection = await openCommand(command, io)
  try {
    const tools = await connection.listTools()
    const args = readArguments(wanted, tools.find(({ name }) => name === wanted.tool)?.['inputSchema'])
    const { askPerson } = await import('./ask-person.ts')
    const call = await typedServer(connection, {
      tools,
      approve: (request, reconsider) => askPerson(request, io, reconsider),
      now: Date.now,
      newId: randomUUID,
    })
    const outcome = await call(wanted.tool, args, { signal: io.signal })
    return readOutcome(outcome, io)
  } catch (error) {
    if (error instanceof UsageError) throw error
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  } finally {
    await connection.close()
  }
}

/** A result that broke its shape is shown all the same: the tool ran. */
function readOutcome(outcome: Awaited<ReturnType<TypedCall>>, io: Io): Outcome {
  if (outcome.kind === 'asked')
    return { kind: 'error', message: 'The server asks something before it goes on, and nobody answers here.' }
  if (outcome.kind === 'result') return { kind: 'result', result: outcome.result }
  if (outcome.kind !== 'unusable' || outcome.result === undefined)
    return { kind: 'error', message: tellOutcome(outcome) }
  io.err(outcome.reason)
  return { kind: 'result', result: outcome.result }
}

function tellOutcome({ kind, reason }: { readonly kind: string; readonly reason: string }): string {
  if (kind === 'unknown') return `Nobody knows whether it was done: ${reason}`
  return reason
}

/** Arguments as they were typed; the schema says which of them are texts, as all are that it does not know. */
export function readArguments({ pairs, json }: Pick<WantedCall, 'pairs' | 'json'>, schema: unknown): UnknownObject {
  const whole = json === undefined ? {} : readObject(json)
  return Object.fromEntries([...Object.entries(whole), ...pairs.map((pair) => readPair(pair, schema))])
}

function readObject(json: string): UnknownObject {
  const value = parseJson(json)
  if (!isObject(value)) throw new UsageError(`--args wants a JSON object, such as --args '{"order_id":"PT-1042"}'.`)
  return value
}

/** A parameter that takes strings gets the text as it stands, any other the JSON it is, if it is any. */
function readPair(pair: string, schema: unknown): [string, unknown] {
  const split = pair.indexOf('=')
  if (split < 1) throw new UsageError(`Arguments look like name=value; "${pair}" does not.`)
  const [name, value] = [pair.slice(0, split), pair.slice(split + 1)]
  return [name, takesString(schema, name) ? value : (parseJson(value) ?? value)]
}

function takesString(schema: unknown, name: string): boolean {
  const properties = isObject(schema) ? schema['properties'] : undefined
  const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(property) ? mayBeString(property) : true
}

function mayBeString(schema: UnknownObject): boolean {
  const { type, anyOf, enum: choices } = schema
  if (Array.isArray(choices)) return choices.some((choice) => typeof choice === 'string')
  if (Array.isArray(anyOf)) return anyOf.some((branch) => isObject(branch) && mayBeString(branch))
  return [type].flat().includes('string')
}
