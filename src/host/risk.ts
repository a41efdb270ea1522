import type { UnknownObject } from '../tool/index.ts'
import { namesEffect } from './effect-words.ts'
import type { Finding } from './scan.ts'
import { rank, worst } from './tier.ts'
import type { Tier, Trust } from './tier.ts'

/** Why a call has its tier. */
export interface Reason {
  readonly code: string
  /** Who says so. */
  readonly source: 'server' | 'default' | 'trust' | 'name' | 'scan' | 'arguments' | 'rule' | 'user'
  /** For a person; says nothing that the server wrote. */
  readonly text: string
}

export interface Risk {
  readonly tier: Tier
  readonly reasons: readonly Reason[]
}

export interface RiskFacts {
  /** The tool's name. */
  readonly name: string
  /** As the server sent them. What is no boolean was not said. */
  readonly annotations: unknown
  readonly trust: Trust
  /** What a look at the definition found. */
  readonly findings?: readonly Finding[]
  /** The arguments carry what looks like a secret. */
  readonly hasSecret?: boolean
  /** The user's own word on this tool. */
  readonly override?: Tier | undefined
}

/**
 * How bad a call could be. Hints of a server that nobody vouched for only set how loud the question is; they never
 * remove it. Law: for the same tool, an untrusted server is at least as bad as a trusted one, and that as one's own.
 */
export function assessRisk(facts: RiskFacts): Risk {
  if (facts.override !== undefined)
    return { tier: facts.override, reasons: [reason('override', 'user', 'You have set how bad this tool is.')] }
  const hints = readHints(facts.annotations)
  const found = [byHints(hints, facts.trust), ...byName(hints, facts), ...byScan(facts), ...bySecret(hints, facts)]
  const tier = worst(...found.map((risk) => risk.tier))
  return { tier, reasons: found.flatMap(({ reasons }) => reasons) }
}

/** Whether what a tool touches lies outside: unless its server says otherwise, it does. */
export function isOpen(annotations: unknown): boolean {
  return readHints(annotations).openWorld !== false
}

interface Hints {
  readonly readOnly: boolean | undefined
  readonly destructive: boolean | undefined
  readonly openWorld: boolean | undefined
}

function readHints(annotations: unknown): Hints {
  const { readOnlyHint, destructiveHint, openWorldHint }: UnknownObject =
    typeof annotations === 'object' && annotations !== null ? { ...annotations } : {}
  return { readOnly: said(readOnlyHint), destructive: said(destructiveHint), openWorld: said(openWorldHint) }
}

function said(hint: unknown): boolean | undefined {
  return typeof hint === 'boolean' ? hint : undefined
}

/** The truth table; a tool that says both that it reads and that it destroys, destroys. */
function byHints(hints: Hints, trust: Trust): Risk {
  const { readOnly, destructive, openWorld } = hints
  if (readOnly === true && destructive !== true) return readsOnly(trust)
  if (destructive === false)
    return { tier: 'write', reasons: [reason('additive', 'server', 'Its server says that it destroys nothing.')] }
  const reasons = [
    destructive === true
      ? reason('destructive', 'server', 'Its server says that it may destroy.')
      : reason('silent', 'default', 'Its server does not say that it destroys nothing.'),
  ]
  if (openWorld !== false)
    return { tier: 'destructive_open', reasons: [...reasons, reason('open', 'default', 'It may act outside.')] }
  if (trust !== 'untrusted') return { tier: 'destructive', reasons }
  const unbelieved = reason('closed-unbelieved', 'trust', 'It claims to stay inside; not believed.')
  return { tier: 'destructive_open', reasons: [...reasons, unbelieved] }
}

function readsOnly(trust: Trust): Risk {
  if (trust === 'untrusted')
    return { tier: 'write', reasons: [reason('read-unbelieved', 'trust', 'It claims to read; not believed.')] }
  return { tier: 'read', reasons: [reason('read-only', 'server', 'It changes nothing.')] }
}

function byName({ openWorld }: Hints, { name, trust }: RiskFacts): readonly Risk[] {
  const effect = trust === 'own' ? undefined : namesEffect(name)
  if (effect === undefined) return []
  const reasons = [reason(`name-${effect.kind}`, 'name', `Its name says ${effect.word}.`)]
  if (effect.kind === 'destroys')
    return [{ tier: openWorld !== false || trust === 'untrusted' ? 'destructive_open' : 'destructive', reasons }]
  return openWorld === false ? [] : [{ tier: 'destructive', reasons }]
}

function byScan({ findings = [] }: RiskFacts): readonly Risk[] {
  if (findings.length === 0) return []
  return [{ tier: 'destructive', reasons: findings.map(({ code, text }) => reason(code, 'scan', text)) }]
}

function bySecret({ openWorld }: Hints, { hasSecret }: RiskFacts): readonly Risk[] {
  if (hasSecret !== true || openWorld === false) return []
  const text = 'What looks like a secret would leave with it.'
  return [{ tier: 'destructive', reasons: [reason('secret', 'arguments', text)] }]
}

function reason(code: string, source: Reason['source'], text: string): Reason {
  return { code, source, text }
}

/** A risk that is at least this bad. */
export function raised(risk: Risk, tier: Tier, why: Reason): Risk {
  return rank(tier) > rank(risk.tier) ? { tier, reasons: [...risk.reasons, why] } : risk
}
