import { hiddenError, text, type Tool, type ToolResult, traceOf } from '../tool/index.ts'
import type { Exchange } from './exchange.ts'
import { outcomeOf } from './observe.ts'

/** The text of a result, with what is to be said beside it. What it hides is told in the log of the server. */
export function encodeAnswer(result: ToolResult, tool: Tool, exchange: Exchange): string {
  exchange.outcome = outcomeOf(result, tool, exchange)
  exchange.isFailure = result.isError === true
  const hidden = hiddenError(result)
  if (hidden !== undefined) exchange.log(`${tool.name} failed (ref ${hidden.reference}): ${traceOf(hidden.error)}`)
  return exchange.encode(exchange.asked.revision.encodeToolResult(noted(result, exchange), tool))
}

function noted(result: ToolResult, { note }: Exchange): ToolResult {
  if (note === undefined) return result
  const { says, meta } = note
  return {
    ...result,
    ...(says !== undefined && { content: [...result.content, text(says)] }),
    ...(meta !== undefined && { _meta: { ...result._meta, ...meta } }),
  }
}
