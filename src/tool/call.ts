import { readArguments } from './arguments.ts'
import type { ToolResult } from './content.ts'
import { errorResult } from './failure.ts'
import { toResult } from './result.ts'
import type { Tool, ToolContext } from './tool.ts'

/**
 * Calls a tool: reads the arguments, runs the function, makes a result of what it gives. Never throws and never
 * rejects: this is the one place where an exception becomes a result. Answers at once when the function does.
 */
export function callTool(tool: Tool, args: unknown, context: ToolContext): ToolResult | Promise<ToolResult> {
  try {
    const reading = readArguments(tool, args)
    if (reading.kind === 'refused') return reading.result
    const returned = tool.run(reading.args, context)
    return isThenable(returned) ? settle(tool, returned) : toResult(tool, returned)
  } catch (error) {
    return errorResult(tool, error)
  }
}

async function settle(tool: Tool, returned: PromiseLike<unknown>): Promise<ToolResult> {
  try {
    return toResult(tool, await returned)
  } catch (error) {
    return errorResult(tool, error)
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
