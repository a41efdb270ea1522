import type { WantedCall } from '../../ledger/index.ts'
import {
  canonicalArguments,
  type Idempotency,
  isObject,
  keyArguments,
  type Tool,
  ToolError,
  type UnknownObject,
} from '../../tool/index.ts'
import type { Exchange } from '../exchange.ts'
import type { Admission } from '../limits.ts'
import type { Run } from '../run.ts'

/** One call of a tool that says when a call is the same. */
export interface KeyedCall {
  readonly tool: Tool
  readonly exchange: Exchange
  readonly run: Run
  readonly wanted: WantedCall
  /** Asks for a place among the calls that the tool allows. */
  readonly admit: () => Admission
  /** Aborts when it has waited long enough for others with its key. */
  readonly patience: () => AbortSignal
}

const dayInMs = 86_400_000
const clientKeyName = 'dev.verbnoun/idempotencyKey'
const longestClientKey = 255

/** The key of a call, and within what it is one. Throws a `ToolError` where there can be none. */
export function wantedCall(tool: Tool, args: UnknownObject, exchange: Exchange): WantedCall {
  const { core, peer, params } = exchange.asked
  const { keys, scope, window = dayInMs }: Idempotency = tool.idempotency ?? {}
  const { caller } = peer
  const canonical = canonicalArguments(tool, args)
  const among = scope === 'server' ? ['tenant', core.tenant(caller)] : ['caller', caller]
  return {
    tool: tool.name,
    scope: [core.info.name, ...among],
    caller,
    args: canonical,
    key: keyArguments(tool.name, canonical, keys),
    clientKey: clientKeyOf(tool, params['_meta']),
    windowMs: window,
  }
}

function clientKeyOf({ name }: Tool, meta: unknown): string | undefined {
  const key = isObject(meta) ? meta[clientKeyName] : undefined
  if (key === undefined || (typeof key === 'string' && key.length > 0 && key.length <= longestClientKey)) return key
  throw new ToolError(
    `${name} was not run: _meta["${clientKeyName}"] is a string of 1 to ${longestClientKey} characters.`,
  )
}
