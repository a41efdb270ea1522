/** A place in the author's sources, on the way from a tool to an effect. */
export interface CallSite {
  /** What is called there. */
  readonly name: string
  /** Relative to the working directory. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Something that a tool can do to the world outside its process. */
export interface Effect {
  readonly on: 'files' | 'processes' | 'network' | 'database' | 'service'
  /** `unknown`: what it does depends on what it is given. */
  readonly access: 'read' | 'write' | 'unknown'
  /** In a word or two: `writeFile of node:fs`, `POST with fetch`, `INSERT`. */
  readonly what: string
  /** From the body of the tool to the effect, in order. */
  readonly path: readonly CallSite[]
  /** Rules of `check` that the functions on the way decide against with `@verbnounIgnore`, each with its reason. */
  readonly ignored: readonly { readonly rule: string; readonly reason: string }[]
}

/** What was found in the code of one tool. What is not here was not found, which does not say that it is not there. */
export interface ToolEffects {
  readonly tool: string
  /** Where the tool is declared. */
  readonly declared?: CallSite
  readonly effects: readonly Effect[]
  /** Calls into packages that nothing is known of. */
  readonly unknown: readonly CallSite[]
}
