import type { Related, Severity } from './rule.ts'
import type { Place } from './subject.ts'

/** Something that is wrong with a tool or a server. */
export interface Finding {
  /** The id of the rule. */
  readonly rule: string
  readonly severity: Severity
  /** The fact and its consequence. */
  readonly message: string
  readonly fix: string
  /** The name of the server. */
  readonly subject: string
  /** The name of the tool; null where it is about the server as a whole. */
  readonly tool: string | null
  /** JSON Pointer into the tool, or empty. */
  readonly at: string
  readonly location?: Place
  readonly related: readonly Related[]
  /** Stays the same while messages and lines change. */
  readonly fingerprint: string
}

/** A finding that somebody decided to live with. */
export interface Suppressed extends Finding {
  readonly reason: string
  /** `source`: the author, beside the code. `config`: the team. `baseline`: it was there before. */
  readonly by: 'source' | 'config' | 'baseline'
}

/** What was looked at. */
export interface Looked {
  readonly name: string
  readonly tools: number
  readonly place?: Place
}

/** What a check found. Plain data, the shape of `--json`. */
export interface Report {
  readonly version: 1
  readonly subjects: readonly Looked[]
  readonly findings: readonly Finding[]
  readonly suppressed: readonly Suppressed[]
  /** What could not be looked at, in sentences. */
  readonly incomplete: readonly string[]
  readonly summary: Summary
}

export interface Summary {
  readonly tools: number
  readonly error: number
  readonly warning: number
  readonly info: number
  readonly suppressed: number
}
