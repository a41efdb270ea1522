import type { ts } from './program.ts'

/** Why a type has no schema. Thrown by a kind, and turned into a diagnostic where a parameter or a result ends. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly code: string
  readonly at: ts.Node

  constructor(code: string, message: string, at: ts.Node) {
    super(message)
    this.code = code
    this.at = at
  }
}
