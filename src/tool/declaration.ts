import type { AuthOptions } from './auth.ts'
import type { Around } from './call.ts'

/** An environment variable that a server reads. */
export interface EnvVariable {
  /** What it is, for who sets the server up. */
  readonly description: string
  /** Its value never leaves in a result, an error or a log. */
  readonly secret?: boolean
  /** Whether the server works without it. */
  readonly optional?: boolean
}

/** What a module may say of the server that serves it. What it leaves out comes from `package.json` or the file. */
export interface ServerDeclaration {
  /** Default: the name in `package.json`, else the file's. */
  readonly name?: string
  /** Default: the version in `package.json`, else `0.0.0`. */
  readonly version?: string
  /** A name for people. */
  readonly title?: string
  /** Default: the file's `@packageDocumentation` comment. */
  readonly instructions?: string
  /** The environment that the server reads, by name. */
  readonly env?: Readonly<Record<string, EnvVariable>>
  /** Runs once before the first call, never for listing or discovery. What it throws fails that call. */
  readonly start?: () => void | Promise<void>
  /** Runs once when the server stops, if it was started. */
  readonly stop?: () => void | Promise<void>
  /** `strict` shows the model only `ToolError`. */
  readonly errors?: 'strict'
  /**
   * Where it is kept which calls have acted: `sqlite:PATH`, `postgres://…` or `memory:`. A relative path starts at the
   * `package.json`. Default: `.verbnoun/ledger.db` there.
   */
  readonly ledger?: string
  /** How long a call may run, in milliseconds. Default: 50 seconds. */
  readonly timeout?: number
  /** Whose bearer tokens are taken over HTTP. They say who calls, and for whom which tools are there. Default: nobody is asked. */
  readonly auth?: AuthOptions
  /** Who calls over HTTP, by the headers of the request; names of headers are in lower case. Default: everybody is one. */
  readonly caller?: (header: (name: string) => string | undefined) => string
  /**
   * Who has signed in to review drafts over HTTP, by the headers of the request; undefined: nobody. It has to check
   * what it reads: whoever it names may send. Default: there is no page for reviewers.
   */
  readonly reviewer?: (header: (name: string) => string | undefined) => string | undefined
  /** What a caller belongs to: a customer, a company. Default: all belong together. */
  readonly tenant?: (caller: string) => string
  /** What each call passes through, the first outermost. */
  readonly around?: readonly Around[]
}

const declared = Symbol.for('verbnoun.server')

/** Declares the server of a module: `export default server({ name: 'orders' })`. At most once a target. */
export function server(declaration: ServerDeclaration): ServerDeclaration {
  return Object.defineProperty({ ...declaration }, declared, { value: true })
}

/** Whether a value was made by `server`, in this copy of the package or in another. */
export function isServerDeclaration(value: unknown): value is ServerDeclaration {
  return typeof value === 'object' && value !== null && declared in value
}
