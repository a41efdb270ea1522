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
