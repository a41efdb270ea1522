import { rpcCode, RpcError } from '../protocol/index.ts'
import { isToolError, redactCredentials, redactPaths, referenceOf, traceOf } from '../tool/index.ts'
import type { Core } from './core.ts'

/** What an error may say, and to whom the rest of it is told. */
export interface Showing {
  readonly core: Core
  /** What the client sent: it knows that. */
  readonly sent: readonly string[]
  readonly log: (line: string) => void
}

/** The only place where an exception becomes an error on the wire. Never throws, whatever was thrown. */
export function showError(error: unknown, showing: Showing): RpcError {
  try {
    return wireError(error, showing) ?? hide(error, showing)
  } catch (another) {
    // What was thrown throws when it is looked at.
    return hide(another, showing)
  }
}

/** The error as it was meant for the wire, or undefined where it was not. */
function wireError(error: unknown, { core: { secrets }, sent }: Showing): RpcError | undefined {
  if (error instanceof RpcError) return error
  if (!isToolError(error)) return undefined
  const redaction = { secrets, sent }
  const { message, fix } = error
  const says = [message || 'It failed.', ...(fix === undefined ? [] : [fix])].join('\n')
  return new RpcError(rpcCode.internalError, redactPaths(redactCredentials(says, redaction), redaction))
}

/** The same failure at the same place has the same reference, which the log of the server repeats. */
function hide(error: unknown, { log }: Showing): RpcError {
  const reference = referenceOf(error)
  log(`It failed (ref ${reference}): ${traceOf(error)}`)
  return new RpcError(rpcCode.internalError, `Internal error (ref ${reference})`)
}
