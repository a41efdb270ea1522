import { ToolError, type Tool } from '../tool/index.ts'
import type { Exchange } from './exchange.ts'
import type { Admission } from './limits.ts'
import { once } from './once/once.ts'

/** A tool as it runs for one request: within its limits, and where it says when a call is the same, once. */
export function guarded(tool: Tool, exchange: Exchange): Tool {
  const { core, peer, params } = exchange.asked
  const admit = (): Admission => {
    const isNew = params['requestState'] === undefined && !exchange.isCounted
    const admission = core.limits.admit({ tool, caller: peer.caller, isNew })
    exchange.isCounted = admission.kind === 'admitted'
    return admission
  }
  if (tool.idempotency !== undefined) return once(tool, { exchange, admit })
  if (tool.concurrency === undefined && tool.rateLimit === undefined) return tool
  return {
    ...tool,
    run(args, context) {
      const admission = admit()
      if (admission.kind === 'refused') throw new ToolError(admission.text)
      return leaveAfter(admission, () => tool.run(args, context))
    },
  }
}

function leaveAfter({ leave }: Extract<Admission, { kind: 'admitted' }>, run: () => unknown): unknown {
  try {
    const value = run()
    if (value instanceof Promise) return value.finally(leave)
    leave()
    return value
  } catch (error) {
    leave()
    throw error
  }
}
