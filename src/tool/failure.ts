import { text } from './content.ts'
import type { ToolResult } from './content.ts'
import { digest } from './digest.ts'
import { isToolError } from './error.ts'
import type { ToolDefinition } from './tool.ts'

/** What a masked result keeps for the log of its server: the reference that its text names, and the error itself. */
export interface HiddenError {
  readonly reference: string
  readonly error: unknown
}

const hidden = Symbol.for('verbnoun.hidden')

/** A failed result of these lines. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling */
export function failedResult(...lines: readonly string[]): ToolResult {
  return { content: [text(lines.join('\n'))], isError: true }
}

/** The result that an exception becomes: its words when it was meant for the model, else a text that leaks nothing. */
export function errorResult(tool: ToolDefinition, error: unknown): ToolResult {
  if (!isShown(error)) {
    return maskedResult(error, (reference) => `${tool.name} failed inside the server (ref ${reference}).`)
  }
  const message = error.message === '' ? `${tool.name} failed.` : error.message
  return isToolError(error) && error.fix !== undefined ? failedResult(message, error.fix) : failedResult(message)
}

/** Errors that their author wrote for the caller. A system's or a library's own are not: they tell of the inside. */
function isShown(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (isToolError(error) || ('expose' in error && error.expose === true)) return true
  return Object.getPrototypeOf(error) === Error.prototype && !['code', 'errno', 'syscall'].some((key) => key in error)
}

/** A failed result whose text names a reference; the error behind it stays with the server. */
export function maskedResult(error: unknown, says: (reference: string) => string): ToolResult {
  const reference = referenceOf(error)
  return Object.assign(failedResult(says(reference)), { [hidden]: { reference, error } })
}

/** The error that a result hides, for the server's log. */
export function hiddenError(result: object): HiddenError | undefined {
  return isHiding(result) ? result[hidden] : undefined
}

function isHiding(result: object): result is { [hidden]: HiddenError } {
  return hidden in result
}

/** The same failure at the same place has the same reference, so that a log can be searched for all of them. */
function referenceOf(error: unknown): string {
  const trace = error instanceof Error ? `${error.stack}` : String(error)
  return digest(trace.toWellFormed()).slice(0, 4)
}
