import { rank, strongest, worst } from '../tier.ts'
import type { Assurance, Tier, Trust } from '../tier.ts'
import type { Holds } from './predicate.ts'
import type { Policies } from './policies.ts'
import type { CallFacts, Decision, Rule } from './rule.ts'

/** A call as rules see it. */
export interface Case extends CallFacts {
  readonly server: string
  readonly tool: string
  readonly trust: Trust
  /** By the risk alone. */
  readonly tier: Tier
  /** In milliseconds since 1970. */
  readonly now: number
}

export interface Judgement {
  readonly decision: Decision
  /** The rule that decided; undefined: the tier's default. */
  readonly rule: Rule | undefined
  /** What rules have raised it to. */
  readonly tier: Tier
  /** The least that a yes must be. */
  readonly assurance: Assurance
  /** Rules that allow it as long as their budget lasts, where none allows it freely and nothing asks or denies. */
  readonly budgeted: readonly Rule[]
}

/**
 * What the policy says of a call: deny before ask before allow, and where no rule matches, the default of its tier. The
 * order of rules is nothing. Pure: budgets are left to who can count them.
 */
export function judge(policies: Policies, call: Case): Judgement {
  const matching = policies.rulesFor(call.server, call.tool).filter((rule) => matches(rule, call))
  const tier = matching.reduce((sofar, { raise }) => (raise === undefined ? sofar : worst(sofar, raise)), call.tier)
  const assurance = matching.reduce(
    (sofar, rule) => (rule.assurance === undefined ? sofar : strongest(sofar, rule.assurance)),
    policies.assurances[tier],
  )
  const settled = { tier, assurance, budgeted: [] }
  const denying = matching.find(({ decision }) => decision === 'deny')
  if (denying !== undefined) return { decision: 'deny', rule: denying, ...settled }
  const asking = loudest(matching)
  if (asking !== undefined) return { decision: 'ask', rule: asking, ...settled }
  const allowing = matching.filter(({ decision }) => decision === 'allow')
  const free = allowing.find(({ budget }) => budget === undefined)
  if (free !== undefined) return { decision: 'allow', rule: free, ...settled }
  return { decision: defaultFor(policies, tier, call.trust), rule: undefined, ...settled, budgeted: allowing }
}

function loudest(matching: readonly Rule[]): Rule | undefined {
  const asking = matching.filter(({ decision }) => decision === 'ask')
  const loud = asking.filter(({ raise }) => raise !== undefined).toSorted((one, other) => rankOf(other) - rankOf(one))
  return loud[0] ?? asking[0]
}

function rankOf({ raise }: Rule): number {
  return raise === undefined ? 0 : rank(raise)
}

function defaultFor({ defaults }: Policies, tier: Tier, trust: Trust): Decision {
  return trust === 'untrusted' && defaults[tier] === 'allow' ? 'ask' : defaults[tier]
}

/** Whether a rule has a say: to allow takes certainty, to ask or deny only that nothing speaks against it. */
export function matches(rule: Rule, call: Case): boolean {
  if (standsBack(rule, call) !== undefined) return false
  const holds = holdsOf(rule, call)
  return rule.decision === 'allow' ? holds === true : holds !== false
}

/** All conditions of a rule together. */
export function holdsOf({ conditions }: Rule, call: CallFacts): Holds {
  let holds: Holds = true
  for (const { test } of conditions) {
    const one = test(call)
    if (one === false) return false
    holds &&= one
  }
  return holds
}

/** Why a rule does not apply before its conditions are looked at, if so. Its names fit. */
export function standsBack(rule: Rule, { tier, trust, now }: Case): string | undefined {
  if (rule.tiers !== undefined && !rule.tiers.includes(tier)) return `is for ${rule.tiers.join(', ')}`
  if (rule.expires !== undefined && rule.expires <= now) return 'has expired'
  if (rule.decision !== 'allow') return undefined
  if (rule.source === 'project') return 'is in a project’s policy, which cannot allow'
  const isNamed = rule.tiers !== undefined && !`${rule.server}/${rule.tool}`.includes('*')
  if ((trust === 'untrusted' || tier === 'destructive_open') && !isNamed)
    return `must name server, tool and tier without * to allow ${trust === 'untrusted' ? 'an untrusted server' : tier}`
  return undefined
}
