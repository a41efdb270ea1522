import type { Tool, ToolResult, UnknownObject } from '../tool/index.ts'
import { type RequestId, rpcCode, RpcError } from '../protocol/index.ts'
import type { Exchange } from './exchange.ts'
import type { Method } from './method.ts'
import type { Ending } from './run.ts'
import { tellError } from './tell.ts'

/** A request that is about to be answered. */
export interface ObservedRequest {
  readonly id: RequestId
  readonly method: string
  /** The revision that is spoken. */
  readonly version: string
  readonly caller: string
  /** The name of the tool or prompt, where there is one of that name. */
  readonly target: string | undefined
  /** As the client sent them. Nothing of them is checked. */
  readonly params: UnknownObject
}

/**
 * What became of a call: its function ran (`executed`, `failed`); a call before it had done the same (`replayed`), was
 * still running and then answered for both (`joined`); a person has to answer first (`asked`); it was not run
 * (`refused`); nobody knows whether it acted (`unknown`).
 */
export type CallOutcome = 'executed' | 'replayed' | 'joined' | 'asked' | 'refused' | 'failed' | 'unknown'

/** How a request ended. */
export interface ObservedEnd {
  readonly outcome: CallOutcome
  /** Whether the result of a tool says of itself that it is a failure. */
  readonly isFailure: boolean
  /** The code and text of the error that is answered in place of a result. */
  readonly error?: { readonly code: number | undefined; readonly message: string }
}

/** One request being watched. */
export interface Observation {
  /** Runs what answers it. */
  readonly within: <Value>(run: () => Value) => Value
  readonly end: (end: ObservedEnd) => void
}

/** Hears of each request before it is answered. */
export type Observer = (request: ObservedRequest) => Observation

/** Answers a request before the eyes of those who watch. Costs nothing where nobody does. */
export function runObserved(exchange: Exchange, method: Method): string | Promise<string> {
  const { core } = exchange.asked
  if (core.observers.length === 0) return method.run(exchange)
  const request = describe(exchange, method)
  const watching = core.observers.map((observer) => observer(request))
  const end = (error?: unknown): void => {
    const how = endOf(exchange, method, error)
    for (const each of watching) attempt(exchange, () => each.end(how))
  }
  const run = watching.reduceRight<() => string | Promise<string>>(
    (inner, { within }) =>
      () =>
        within(inner),
    () => method.run(exchange),
  )
  try {
    const result = run()
    if (result instanceof Promise) return whenEnded(result, end)
    end()
    return result
  } catch (error) {
    end(error)
    throw error
  }
}

async function whenEnded(result: Promise<string>, end: (error?: unknown) => void): Promise<string> {
  try {
    const text = await result
    end()
    return text
  } catch (error) {
    end(error)
    throw error
  }
}

/** Who watches does not disturb. */
function attempt({ asked: { core, peer } }: Exchange, tell: () => void): void {
  try {
    tell()
  } catch (error) {
    tellError(core.log ?? peer.log, error, core.secrets)
  }
}

function describe({ asked }: Exchange, { name: method }: Method): ObservedRequest {
  const { core, id, revision, peer, params } = asked
  const { tools, prompts } = core.catalog()
  const known = { 'tools/call': tools, 'prompts/get': prompts }[method]
  const { name } = params
  const target = typeof name === 'string' && known?.has(name) === true ? name : undefined
  return { id: brief(id), method, version: revision.version, caller: peer.caller, target, params }
}

/** A client may choose an id of any length. */
function brief(id: RequestId): RequestId {
  return typeof id === 'string' ? id.slice(0, 200) : id
}

function endOf({ outcome, isFailure }: Exchange, { name }: Method, error: unknown): ObservedEnd {
  if (error === undefined) return { outcome: outcome ?? (name === 'tools/call' ? 'asked' : 'executed'), isFailure }
  const code = error instanceof RpcError ? error.code : undefined
  const isRefused = code !== undefined && code !== rpcCode.internalError
  const message = error instanceof RpcError ? error.message : 'Internal error'
  return { outcome: isRefused ? 'refused' : 'failed', isFailure, error: { code, message } }
}

/** What the result of a call says of what became of it. */
export function outcomeOf(result: ToolResult, tool: Tool, exchange: Exchange): CallOutcome {
  const { note, hasWaited, run } = exchange
  if (note?.isDoubtful === true) return 'unknown'
  if (note?.meta?.['dev.verbnoun/replayed'] !== undefined) return hasWaited ? 'joined' : 'replayed'
  if (result.isError !== true) return 'executed'
  return failureOf(tool, exchange, run?.ending?.kind)
}

function failureOf(tool: Tool, exchange: Exchange, ending: Ending['kind'] | undefined): CallOutcome {
  if (ending === 'denied' || ending === 'unaskable') return 'refused'
  if (ending === 'late') return mayHaveActed(tool, exchange) ? 'unknown' : 'failed'
  return exchange.hasEntered ? 'failed' : 'refused'
}

function mayHaveActed({ annotations, steps }: Tool, { run }: Exchange): boolean {
  return annotations?.readOnlyHint !== true && (steps !== true || run?.hasActed === true)
}
