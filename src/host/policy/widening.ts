import { assurances, tiers } from '../tier.ts'
import type { Decision, Policy, Rule } from './rule.ts'

const strictness: readonly Decision[] = ['allow', 'ask', 'deny']

export interface Change {
  /** What may be used at once: as strict as both. */
  readonly narrowed: Policy
  /** What the new one would loosen, a line each, for a person. Empty: the new one may be used as it is. */
  readonly widens: readonly string[]
}

/** What becomes of a policy that is in use when its file changes: what narrows holds at once, what widens waits. */
export function compareChange(used: Policy, wanted: Policy): Change {
  const widens = [
    ...looser(used, wanted),
    ...missing(wanted.rules, used.rules, 'allow').map((rule) => `it would allow by ${nameOf(rule)}`),
    ...missing(used.rules, wanted.rules, 'ask').map((rule) => `it would ask no more by ${nameOf(rule)}`),
    ...missing(used.rules, wanted.rules, 'deny').map((rule) => `it would deny no more by ${nameOf(rule)}`),
  ]
  return { narrowed: widens.length === 0 ? wanted : meet(used, wanted), widens }
}

function meet(used: Policy, wanted: Policy): Policy {
  const kept = used.rules.filter((rule) => rule.decision !== 'allow' || has(wanted.rules, rule))
  const added = wanted.rules.filter((rule) => rule.decision !== 'allow' && !has(kept, rule))
  const stricter = tiers.map((tier) => [
    tier,
    (strictOf(wanted, tier) > strictOf(used, tier) ? wanted : used).defaults[tier],
  ])
  const surer = tiers.map((tier) => [
    tier,
    (sureOf(wanted, tier) > sureOf(used, tier) ? wanted : used).assurances[tier],
  ])
  return {
    source: used.source,
    rules: [...kept, ...added],
    defaults: Object.fromEntries(stricter.filter(([, said]) => said !== undefined)),
    assurances: Object.fromEntries(surer.filter(([, said]) => said !== undefined)),
    digest: `${used.digest}+${wanted.digest}`,
  }
}

function missing(rules: readonly Rule[], from: readonly Rule[], decision: Decision): readonly Rule[] {
  return rules.filter((rule) => rule.decision === decision && !has(from, rule))
}

function has(rules: readonly Rule[], rule: Rule): boolean {
  const written = asWritten(rule)
  return rules.some((other) => asWritten(other) === written)
}

function asWritten({ conditions, ...rule }: Rule): string {
  return JSON.stringify([rule, conditions.map(({ on, wants }) => [on, wants])])
}

function looser(used: Policy, wanted: Policy): readonly string[] {
  return tiers.flatMap((tier) => [
    ...(strictOf(wanted, tier) < strictOf(used, tier)
      ? [`${tier} would be ${wanted.defaults[tier] ?? 'as built in'} by default`]
      : []),
    ...(sureOf(wanted, tier) < sureOf(used, tier)
      ? [`a yes to ${tier} could be ${wanted.assurances[tier] ?? 'asserted'}`]
      : []),
  ])
}

/** What is not said stands for what is built in: `read` runs, all else asks. */
function strictOf({ defaults }: Policy, tier: (typeof tiers)[number]): number {
  return strictness.indexOf(defaults[tier] ?? (tier === 'read' ? 'allow' : 'ask'))
}

function sureOf({ assurances: said }: Policy, tier: (typeof tiers)[number]): number {
  return assurances.indexOf(said[tier] ?? 'asserted')
}

function nameOf({ id, server, tool }: Rule): string {
  return `rule ${id} (${server}/${tool})`
}
