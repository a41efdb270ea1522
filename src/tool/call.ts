import { readArguments } from './arguments.ts'
import type { ToolResult } from './content.ts'
import { errorResult } from './failure.ts'
import { stringsIn, withoutSecrets } from './redact.ts'
import { toResult } from './result.ts'
import type { Tool, ToolContext } from './tool.ts'

/** What holds for all calls of a server. */
export interface CallSettings {
  /** `strict` shows the model only `ToolError`; by default also an `Error` that the author threw himself. */
  readonly errors?: 'strict' | undefined
  /** Values that never leave: those of secret environment variables. */
  readonly secrets?: readonly string[]
}

/**
 * Calls a tool: reads the arguments, runs the function, makes a result of what it gives. Never throws and never
 * rejects: this is the one place where an exception becomes a result. Answers at once when the function does.
 */
export type CallTool = (tool: Tool, args: unknown, context: ToolContext) => ToolResult | Promise<ToolResult>

/** Makes the `CallTool` of a server. */
export function createCaller({ errors, secrets = [] }: CallSettings = {}): CallTool {
  return (tool, sent, context) => {
    const fail = (error: unknown): ToolResult =>
      errorResult(tool, error, { strict: errors === 'strict', secrets, sent: stringsIn(sent) })
    const succeed = (value: unknown): ToolResult => withoutSecrets(toResult(tool, value), secrets)
    try {
      const reading = readArguments(tool, sent)
      if (reading.kind === 'refused') return reading.result
      const returned = tool.run(reading.args, context)
      const result = isThenable(returned) ? settle(returned, succeed, fail) : succeed(returned)
      return reading.repaired.length === 0 ? result : noteRepairs(result, reading.repaired)
    } catch (error) {
      return fail(error)
    }
  }
}

/** Calls a tool of a server that has nothing to say about calls. */
export const callTool: CallTool = createCaller()

async function settle(
  returned: PromiseLike<unknown>,
  succeed: (value: unknown) => ToolResult,
  fail: (error: unknown) => ToolResult,
): Promise<ToolResult> {
  try {
    return succeed(await returned)
  } catch (error) {
    return fail(error)
  }
}

const repairedKey = 'dev.verbnoun/repaired'

/** A client that quotes its arguments is told so where its makers may look. */
function noteRepairs(
  result: ToolResult | Promise<ToolResult>,
  places: readonly string[],
): ToolResult | Promise<ToolResult> {
  if (result instanceof Promise) return result.then((settled) => noteRepairs(settled, places))
  return { ...result, _meta: { ...result._meta, [repairedKey]: places } }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
