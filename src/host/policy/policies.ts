import { digest } from '../../tool/index.ts'
import { assurances, tiers } from '../tier.ts'
import type { Assurance, Tier } from '../tier.ts'
import { globTest } from './glob.ts'
import type { Decision, Policy, Rule } from './rule.ts'

/** All layers of policy together, ready to be asked. */
export interface Policies {
  /** Changes with whatever is written in a layer. */
  readonly version: string
  readonly rules: readonly Rule[]
  /** The rules that name a tool of a server, whatever else they want. */
  readonly rulesFor: (server: string, tool: string) => readonly Rule[]
  readonly defaults: Readonly<Record<Tier, Decision>>
  readonly assurances: Readonly<Record<Tier, Assurance>>
}

const builtIn: Readonly<Record<Tier, Decision>> = {
  read: 'allow',
  write: 'ask',
  destructive: 'ask',
  destructive_open: 'ask',
}

const strictness: readonly Decision[] = ['allow', 'ask', 'deny']
/** Rules are looked up by name once and kept; names come from servers, so that there is no end of them. */
const mostKept = 50_000

/** Joins layers. Each can only make what the others say stricter; a project's cannot stand for the user's silence. */
export function joinPolicies(layers: readonly Policy[]): Policies {
  const rules = layers.flatMap((layer) => layer.rules)
  return {
    version: digest(layers.map((layer) => [layer.source, layer.digest])).slice(0, 12),
    rules,
    rulesFor: lookUp(rules),
    defaults: perTier((tier) => strictest(tier, layers)),
    assurances: perTier((tier) => surest(layers.map((layer) => layer.assurances[tier]))),
  }
}

function strictest(tier: Tier, layers: readonly Policy[]): Decision {
  const said = (own: boolean): Decision[] =>
    layers.flatMap(({ source, defaults }) => ((source !== 'project') === own ? (defaults[tier] ?? []) : []))
  const ours = said(true)
  const all = [...(ours.length === 0 ? [builtIn[tier]] : ours), ...said(false)]
  return strictness.findLast((decision) => all.includes(decision)) ?? 'ask'
}

function surest(said: readonly (Assurance | undefined)[]): Assurance {
  return assurances.findLast((each) => said.includes(each)) ?? 'asserted'
}

function perTier<Value>(of: (tier: Tier) => Value): Record<Tier, Value> {
  const [read, write, destructive, open] = tiers
  return { [read]: of(read), [write]: of(write), [destructive]: of(destructive), [open]: of(open) }
}

function lookUp(rules: readonly Rule[]): Policies['rulesFor'] {
  const tests = rules.map((rule) => ({ rule, server: globTest(rule.server), tool: globTest(rule.tool) }))
  const kept = new Map<string, readonly Rule[]>()
  return (server, tool) => {
    const key = `${server}/${tool}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = tests.filter((each) => each.server(server) && each.tool(tool)).map(({ rule }) => rule)
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, found)
    return found
  }
}
