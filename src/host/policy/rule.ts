import type { Assurance, Tier } from '../tier.ts'
import type { Holds } from './predicate.ts'

export type Decision = 'allow' | 'ask' | 'deny'

/** Whose file a rule is from. Only a user's and a managed one may allow. */
export type Source = 'managed' | 'user' | 'project'

/** What is known of a call when rules are tried. */
export interface CallFacts {
  readonly args: unknown
  /** `untrusted`: the conversation has read what anybody may have written. Undefined: nobody keeps track. */
  readonly flow: readonly string[] | undefined
}

/** How often and how much in a while. */
export interface Budget {
  readonly calls?: number
  /** Paths in the arguments, such as `args.amount_cents`, and the most that they may add up to. */
  readonly sums: Readonly<Record<string, number>>
  /** In milliseconds. */
  readonly per: number
  readonly by: 'principal' | 'everybody'
}

/** One rule of a policy file, ready to be tried. */
export interface Rule {
  readonly id: string
  readonly source: Source
  readonly decision: Decision
  /** Patterns for the names of a server and of its tool. */
  readonly server: string
  readonly tool: string
  /** Only calls that are this bad. */
  readonly tiers: readonly Tier[] | undefined
  readonly conditions: readonly Condition[]
  readonly budget: Budget | undefined
  /** In milliseconds since 1970. */
  readonly expires: number | undefined
  readonly raise: Tier | undefined
  readonly assurance: Assurance | undefined
  /** What the model is told when it denies. */
  readonly tell: string | undefined
}

/** One line of a `when`. */
export interface Condition {
  /** `args.to` or `flow`. */
  readonly on: string
  /** As it stands in the file. */
  readonly wants: unknown
  readonly test: (facts: CallFacts) => Holds
}

/** A policy file, read. */
export interface Policy {
  readonly source: Source
  readonly rules: readonly Rule[]
  /** What a call gets that no rule matches; what is not said is said by nobody here. */
  readonly defaults: Readonly<Partial<Record<Tier, Decision>>>
  readonly assurances: Readonly<Partial<Record<Tier, Assurance>>>
  /** What was written, without its comments: two policies with the same say the same. */
  readonly digest: string
}
