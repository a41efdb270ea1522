import { isDeepStrictEqual } from 'node:util'
import { tiers } from '../tier.ts'
import { neverHolds } from './condition.ts'
import { covers } from './glob.ts'
import type { Rule } from './rule.ts'

/** A rule that can never decide, or decides less than it says. */
export interface Lint {
  readonly id: string
  readonly source: Rule['source']
  /** Why, and what to do. */
  readonly message: string
}

/** What exists, where that is known: names of servers, each with the names of its tools. */
export type Known = ReadonlyMap<string, readonly string[]>

export interface LintOptions {
  /** In milliseconds since 1970. */
  readonly now: number
  readonly known?: Known
}

/** The rules that can never match, whatever is called. */
export function lintRules(rules: readonly Rule[], { now, known }: LintOptions): readonly Lint[] {
  return rules.flatMap((rule) => {
    const message = ownFault(rule, now) ?? shadowed(rule, rules) ?? (known && namesNothing(rule, known))
    return message === undefined ? [] : [{ id: rule.id, source: rule.source, message }]
  })
}

function ownFault(rule: Rule, now: number): string | undefined {
  if (rule.expires !== undefined && rule.expires <= now) return 'It has expired. Remove it, or give it another day.'
  const never = rule.conditions
    .map((condition) => [condition.on, neverHolds(condition)] as const)
    .find(([, why]) => why)
  if (never !== undefined) return `${never[0]} can never be so: ${never[1]}.`
  if (rule.decision !== 'allow') return undefined
  if (rule.budget?.calls === 0) return 'Its budget has no calls.'
  const isNamed = !`${rule.server}/${rule.tool}`.includes('*')
  if (rule.tiers?.every((tier) => tier === 'destructive_open') === true && !isNamed)
    return 'It is for destructive_open only, which is allowed only by rules that name server and tool without *.'
  return undefined
}

/** A stronger rule that takes all that this one is for. */
function shadowed(rule: Rule, rules: readonly Rule[]): string | undefined {
  const stronger = rule.decision === 'allow' ? ['deny', 'ask'] : rule.decision === 'ask' ? ['deny'] : []
  const over = rules.find((other) => stronger.includes(other.decision) && takesAll(other, rule))
  return over === undefined ? undefined : `Rule ${over.id} always ${over.decision === 'ask' ? 'asks' : 'denies'} first.`
}

function takesAll(over: Rule, rule: Rule): boolean {
  if (!covers(over.server, rule.server) || !covers(over.tool, rule.tool)) return false
  if (!(rule.tiers ?? tiers).every((tier) => (over.tiers ?? tiers).includes(tier))) return false
  if (over.expires !== undefined && over.expires < (rule.expires ?? Number.POSITIVE_INFINITY)) return false
  return over.conditions.every((condition) =>
    rule.conditions.some(({ on, wants }) => on === condition.on && isDeepStrictEqual(wants, condition.wants)),
  )
}

function namesNothing({ server, tool }: Rule, known: Known): string | undefined {
  const servers = [...known.keys()].filter((name) => covers(server, name))
  if (servers.length === 0)
    return `There is no server "${server}". There are ${[...known.keys()].join(', ') || 'none'}.`
  const tools = servers.flatMap((name) => known.get(name) ?? [])
  return tools.length === 0 || tools.some((name) => covers(tool, name))
    ? undefined
    : `No tool of ${servers.join(', ')} is called "${tool}".`
}
