/**
 * What a tool says of its effects. All are hints that a host may show to a person; what is absent was not said, and a
 * careful host then assumes the worst. https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export interface Annotations {
  /** A name for people. */
  readonly title?: string
  /** The tool changes nothing. */
  readonly readOnlyHint?: boolean
  /** The tool may destroy something; false says that it only adds. */
  readonly destructiveHint?: boolean
  /** The same arguments again have no further effect. */
  readonly idempotentHint?: boolean
  /** The tool talks to a world that its server does not own. */
  readonly openWorldHint?: boolean
}
