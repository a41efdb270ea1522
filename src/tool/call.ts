import { readArguments } from './arguments/arguments.ts'
import type { ToolResult } from './results/content.ts'
import { errorResult, ResultError } from './failure.ts'
import type { UnknownObject } from './json.ts'
import type { ReadFile } from './results/read-content.ts'
import { mapStrings, redactSecrets, stringsIn } from './redact.ts'
import { toResult } from './results/result.ts'
import type { Tool, ToolContext, ToolDefinition } from './tool.ts'

/** A call on its way to its function. */
export interface Call {
  readonly tool: ToolDefinition
  /** Checked against the schema, as the function gets them. */
  readonly args: UnknownObject
  readonly context: ToolContext
}

/** What a call passes through. `next` runs what is inside and gives what the function returns, or throws what it throws. */
export type Around = (call: Call, next: () => Promise<unknown>) => unknown

/** What holds for all calls of a server. */
export interface CallSettings {
  /** `strict` shows the model only `ToolError`; by default also an `Error` that the author threw himself. */
  readonly errors?: 'strict' | undefined
  /** Values that never leave: those of secret environment variables. */
  readonly secrets?: readonly string[]
  /** In characters of text or JSON: what a result holds beyond is cut, with a note. Default: 100,000. */
  readonly resultLimit?: number
  /** What each call passes through, the first outermost. */
  readonly around?: readonly Around[]
  /** How files that results name are read. Without it they cannot be. */
  readonly readFile?: ReadFile
}

/**
 * Calls a tool: reads the arguments, runs the function, makes a result of what it gives. Never throws and never
 * rejects: this is the one place where an exception becomes a result. Answers at once when the function does.
 */
export type CallTool = (tool: Tool, args: unknown, context: ToolContext) => Settled

type Settled = ToolResult | Promise<ToolResult>

/** What becomes of what a function gives, and of what it throws. */
export interface Outcomes {
  /** Throws what the value's own getters, `toJSON` and sources throw. */
  readonly succeed: (tool: ToolDefinition, value: unknown) => Settled
  /** `sent` are the arguments as the caller sent them. */
  readonly fail: (tool: ToolDefinition, error: unknown, sent: unknown) => ToolResult
}

/** Makes the `Outcomes` of a server. */
export function createOutcomes(settings: CallSettings = {}): Outcomes {
  const { errors, secrets = [], resultLimit = 100_000, readFile = refuseFile } = settings
  const hide = <Value>(value: Value): Value =>
    secrets.length === 0 ? value : mapStrings(value, (text) => redactSecrets(text, secrets))
  return {
    succeed: (tool, value) => toResult(tool, value, { limit: resultLimit, readFile, hide }),
    fail: (tool, error, sent) =>
      errorResult(tool, error, { strict: errors === 'strict', secrets, sent: stringsIn(sent) }),
  }
}

/** Makes the `CallTool` of a server. */
export function createCaller(settings: CallSettings = {}): CallTool {
  const { around = [] } = settings
  const outcomes = createOutcomes(settings)
  return (tool, sent, context) => {
    const fail = (error: unknown): ToolResult => outcomes.fail(tool, error, sent)
    const succeed = (value: unknown): Settled => outcomes.succeed(tool, value)
    try {
      const reading = readArguments(tool, sent)
      if (reading.kind === 'refused') return reading.result
      const returned = pass(around, { tool, args: reading.args, context })
      const result = isThenable(returned) ? settle(returned, succeed) : succeed(returned)
      const noted =
        reading.repaired.length === 0 ? result : then(result, (plain) => noteRepairs(plain, reading.repaired))
      return noted instanceof Promise ? noted.catch(fail) : noted
    } catch (error) {
      return fail(error)
    }
  }
}

/** Calls a tool of a server that has nothing to say about calls. */
export const callTool: CallTool = createCaller()

/** Through what is around the call to its function. */
function pass([first, ...rest]: readonly Around[], call: Passing): unknown {
  const { tool, args, context } = call
  return first === undefined ? tool.run(args, context) : first(call, async () => await pass(rest, call))
}

interface Passing extends Call {
  readonly tool: Tool
}

async function settle(returned: PromiseLike<unknown>, succeed: (value: unknown) => Settled): Promise<ToolResult> {
  return await succeed(await returned)
}

/** At once where the value is there, so that a plain function costs no turn of the event loop. */
function then(result: Settled, change: (result: ToolResult) => ToolResult): Settled {
  return result instanceof Promise ? result.then(change) : change(result)
}

function refuseFile(path: string | URL): Promise<never> {
  return Promise.reject(new ResultError(`its result names the file ${path.toString()}, and no files are read here`))
}

const repairedKey = 'dev.verbnoun/repaired'

/** A client that quotes its arguments is told so where its makers may look. */
function noteRepairs(result: ToolResult, places: readonly string[]): ToolResult {
  return { ...result, _meta: { ...result._meta, [repairedKey]: places } }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
