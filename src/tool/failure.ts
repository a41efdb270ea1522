import { text } from './results/content.ts'
import type { ToolResult } from './results/content.ts'
import { digest } from './digest.ts'
import { isToolError } from './error.ts'
import type { ToolError } from './error.ts'
import { redactCredentials, redactData, redactPaths } from './redact.ts'
import type { Redaction } from './redact.ts'
import type { ToolDefinition } from './tool.ts'

/** What a masked result keeps for the log of its server: the reference that its text names, and the error itself. */
export interface HiddenError {
  readonly reference: string
  readonly error: unknown
}

/** Which errors reach the model, and what of them does not. */
export interface Showing extends Redaction {
  /** Only `ToolError` is shown, not an `Error` that the author threw. */
  readonly strict: boolean
}

/** Thrown where the result of a call is known already, and is a failure. */
export class AnsweredError extends Error {
  override readonly name: string = 'AnsweredError'
  readonly result: ToolResult

  constructor(result: ToolResult) {
    super('This call has been answered.')
    this.result = result
  }
}

const hidden = Symbol.for('verbnoun.hidden')
const errorKey = 'dev.verbnoun/error'

/** What is wrong with a result: a mistake of the tool's author, told in the log of the server in so many words. */
export class ResultError extends TypeError {
  override readonly name: string = 'ResultError'
}

/** A failed result of these lines. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling */
export function failedResult(...lines: readonly string[]): ToolResult {
  return { content: [text(lines.join('\n'))], isError: true }
}

/** The result that an exception becomes: its words when it was meant for the model, else a text that leaks nothing. */
export function errorResult(tool: ToolDefinition, error: unknown, showing: Showing): ToolResult {
  try {
    return shownResult(tool, error, showing)
  } catch (another) {
    // What was thrown throws when it is looked at.
    return maskedResult(another, (ref) => `${tool.name} failed inside the server (ref ${ref}).`)
  }
}

function shownResult(tool: ToolDefinition, error: unknown, showing: Showing): ToolResult {
  if (error instanceof AnsweredError) return error.result
  if (isToolError(error)) return toolErrorResult(tool, error, showing)
  if (showing.strict || !isAuthors(error))
    return maskedResult(error, (ref) => `${tool.name} failed inside the server (ref ${ref}).`)
  return failedResult(shownText(redactPaths(within(error.message), showing), showing) || `${tool.name} failed.`)
}

function toolErrorResult(tool: ToolDefinition, error: ToolError, showing: Showing): ToolResult {
  const { message, fix, code, retryable, data } = error
  const lines = [shownText(within(message), showing) || `${tool.name} failed.`]
  if (fix !== undefined) lines.push(shownText(within(fix), showing))
  const facts = Object.entries({ code, retryable, data: plainOf(data) }).filter(([, fact]) => fact !== undefined)
  if (facts.length === 0) return failedResult(...lines)
  return { ...failedResult(...lines), _meta: { [errorKey]: redactData(Object.fromEntries(facts), showing) } }
}

/** In characters. What is cut off is looked at once more, so that no half of a credential is left at the end. */
const shownError = 5000

/** As much of a text as is looked at; errors are written by anybody, and their words may be of any type. */
function within(words: unknown): string {
  return String(words).slice(0, shownError * 2)
}

function shownText(words: string, showing: Showing): string {
  const masked = redactCredentials(words, showing)
  return masked.length <= shownError ? masked : `${masked.slice(0, shownError).toWellFormed()}…`
}

/** As JSON reads it back; what JSON cannot hold is not told. */
function plainOf(data: unknown): unknown {
  try {
    return data === undefined ? undefined : (JSON.parse(JSON.stringify(data)) as unknown)
  } catch {
    return undefined
  }
}

/** A failed result whose text names a reference; the error behind it stays with the server. */
export function maskedResult(error: unknown, says: (reference: string) => string): ToolResult {
  const reference = referenceOf(error)
  return Object.assign(failedResult(says(reference)), { [hidden]: { reference, error } })
}

/** What a result hides, for the server's log: with its stack, and how it could be shown. */
export function hiddenError(result: object): HiddenError | undefined {
  return isHiding(result) ? result[hidden] : undefined
}

function isHiding(result: object): result is { [hidden]: HiddenError } {
  return hidden in result
}

/** Errors that their author wrote for the caller. A system's or a library's own are not: they tell of the inside. */
function isAuthors(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if ('expose' in error && error.expose === true) return true
  return Object.getPrototypeOf(error) === Error.prototype && !['code', 'errno', 'syscall'].some((key) => key in error)
}

/** The same failure at the same place has the same reference, so that a log can be searched for all of them. */
export function referenceOf(error: unknown): string {
  return digest(traceOf(error).toWellFormed()).slice(0, 4)
}

const shownLength = 500

/** An error as a log shows it: with its stack, where it has one. Never throws, whatever was thrown. */
export function traceOf(error: unknown): string {
  try {
    if (error instanceof ResultError) return error.message
    if (error instanceof Error)
      return `${error.stack ?? `${error.name}: ${error.message}`}\nExtend ToolError to show it.`
    return `${(JSON.stringify(error) ?? String(error)).slice(0, shownLength)} was thrown, which is no Error`
  } catch {
    return 'what was thrown cannot be shown'
  }
}
