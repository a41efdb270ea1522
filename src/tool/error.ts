/** What may be said beside the message of a `ToolError`. */
export interface ToolErrorOptions {
  /** What would put it right, as an instruction to a capable colleague. Reaches the model on a line of its own. */
  readonly fix?: string
  /** A short word that host code can tell errors apart by. */
  readonly code?: string
  /** Whether the same call may work later. */
  readonly retryable?: boolean
  /** `none` (the default): nothing has happened. `done`: the effect stands. `unknown`: it may. */
  readonly effect?: 'none' | 'done' | 'unknown'
  /** Facts for host code. */
  readonly data?: unknown
  readonly cause?: unknown
}

const brand = Symbol.for('verbnoun.ToolError')

/** An error that is meant for the model: it reaches it as it was written. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError'
  readonly fix: string | undefined
  readonly code: string | undefined
  readonly retryable: boolean | undefined
  readonly effect: 'none' | 'done' | 'unknown'
  readonly data: unknown

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, { cause: options.cause })
    // Two copies of this package may meet in one process, where `instanceof` cannot tell.
    Object.defineProperty(this, brand, { value: true })
    this.fix = options.fix
    this.code = options.code
    this.retryable = options.retryable
    this.effect = options.effect ?? 'none'
    this.data = options.data
  }
}

/** Whether an error is a `ToolError` or of a class that extends it, in this copy of the package or in another. */
export function isToolError(error: unknown): error is ToolError {
  return error instanceof Error && brand in error
}
