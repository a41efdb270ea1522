import { keyedDigest, nearest, visible } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import { freezeArguments, hasSecret, unfit } from './arguments.ts'
import { tellDifference } from './difference.ts'
import type { Permit } from './permit.ts'
import { blocking } from './pins.ts'
import { judge } from './policy/judge.ts'
import type { Judgement } from './policy/judge.ts'
import type { Policies } from './policy/policies.ts'
import type { Request } from './request.ts'
import { assessRisk, raised } from './risk.ts'
import type { Risk } from './risk.ts'
import { scanMentions } from './scan.ts'
import { riskFacts } from './subject.ts'
import type { GatedTool, Subject } from './subject.ts'

/** A call that somebody wants to make. */
export interface Call {
  /** The server's name in the user's config. */
  readonly server: string
  readonly tool: string
  readonly arguments: unknown
  /** What the conversation has taken in; undefined: nobody keeps track. */
  readonly flow?: readonly string[]
  /** Which batch of calls it belongs to. */
  readonly batch?: string
}

export type DenialCode =
  | 'unknown-server'
  | 'unreviewed'
  | 'unknown-tool'
  | 'arguments'
  | 'changed'
  | 'rule'
  | 'default'
  | 'denied-before'
  | 'paused'
  | 'too-many'
  | 'person'
  | 'expired'
  | 'answer'
  | 'record'

export type Verdict =
  | { readonly kind: 'allow'; readonly permit: Permit }
  | { readonly kind: 'ask'; readonly request: Request }
  | Denial

/** A call about which nobody needs to be asked any more. */
export type Settled = Exclude<Verdict, { readonly kind: 'ask' }>

export interface Denial {
  readonly kind: 'deny'
  readonly code: DenialCode
  /** For the model: what was not run, why, and what may be done. */
  readonly reason: string
}

/** What the decision on a call stands on. */
export interface Grounds {
  readonly subjects: ReadonlyMap<string, Subject>
  readonly policies: Policies
  /** The key of the state folder. */
  readonly key: Uint8Array
  readonly principal: string
  /** In milliseconds since 1970. */
  readonly now: number
  /** Whether servers other than this one have a tool of this name. */
  readonly isForeign: (name: string, server: string) => boolean
}

/** A call that can be judged: all of it is known and frozen. */
export interface Known {
  readonly subject: Subject
  readonly tool: GatedTool
  readonly args: UnknownObject
  readonly digest: string
  readonly risk: Risk
  readonly judgement: Judgement
}

export type Weighed = { readonly kind: 'known'; readonly known: Known } | Denial

/**
 * Everything about a call that can be said without remembering and without a person: freeze and check the arguments,
 * compare the definition with what was accepted, assess the risk, ask the policy. Pure but for symbolic links.
 */
export function weigh(call: Call, grounds: Grounds): Weighed {
  const found = find(call, grounds)
  if (found.kind === 'deny') return found
  const { subject, tool } = found
  const { facts } = subject
  const frozen = freezeArguments(call.arguments)
  if (frozen.kind === 'refused') return deny('arguments', `${visible(call.tool)} was not run. ${frozen.reason}`)
  const misfit = unfit(tool.definition, frozen.args)
  if (misfit !== undefined) return deny('arguments', misfit)
  const risk = riskOf(found, frozen.text, grounds)
  const { name } = tool.definition
  const judgement = judge(grounds.policies, {
    server: facts.key,
    tool: name,
    trust: facts.trust,
    tier: risk.tier,
    args: frozen.args,
    flow: call.flow,
    now: grounds.now,
  })
  const { rule, tier } = judgement
  const why = { code: 'rule', source: 'rule', text: `Raised by your rule "${rule?.id ?? ''}".` } as const
  const digest = keyedDigest(grounds.key, [grounds.principal, facts.identity.digest, name, tool.digest, frozen.text])
  return {
    kind: 'known',
    known: { subject, tool, args: frozen.args, digest, judgement, risk: raised(risk, tier, why) },
  }
}

/** What is known of a tool beforehand, unless this call, or what other servers have, makes it worse. */
function riskOf({ subject, tool }: Pick<Known, 'subject' | 'tool'>, text: string, { isForeign }: Grounds): Risk {
  const { key } = subject.facts
  const mentioned = scanMentions(tool.mentions, (other) => !subject.tools.has(other) && isForeign(other, key))
  const carriesSecret = tool.isOpen && hasSecret(text)
  if (mentioned.length === 0 && !carriesSecret) return tool.risk
  return assessRisk({
    ...riskFacts(subject.facts, tool.definition),
    findings: [...tool.findings, ...mentioned],
    hasSecret: carriesSecret,
  })
}

type Found = { readonly kind: 'found'; readonly subject: Subject; readonly tool: GatedTool } | Denial

function find({ server, tool: name }: Call, { subjects }: Grounds): Found {
  const subject = subjects.get(server)
  if (subject === undefined) return deny('unknown-server', unknown('server', server, [...subjects.keys()]))
  if (subject.standing.kind === 'unreviewed')
    return deny(
      'unreviewed',
      `${visible(name)} was not run: nobody has looked at server "${server}" yet. A person must review it first.`,
    )
  const tool = subject.tools.get(name)
  if (tool === undefined) return deny('unknown-tool', unknown(`tool of ${server}`, name, [...subject.tools.keys()]))
  const changes = subject.standing.kind === 'pinned' ? blocking(subject.standing, name) : []
  if (changes.length === 0) return { kind: 'found', subject, tool }
  const lines = changes.map((change) => `- ${tellDifference(change)}`)
  return deny(
    'changed',
    [`${name} was not run: it is not what was accepted. A person must look at it first.`, ...lines].join('\n'),
  )
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : ''
  return `There is no ${what} called "${visible(name)}". ${hint}`.trim()
}

export function deny(code: DenialCode, reason: string): Denial {
  return { kind: 'deny', code, reason }
}
