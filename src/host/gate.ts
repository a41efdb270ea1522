import type { Store } from '../ledger/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import { createApprovals } from './approvals.ts'
import type { Approvals } from './approvals.ts'
import type { Audit } from './audit.ts'
import { deny, weigh } from './decide.ts'
import type { Call, Denial, Known, Settled, Verdict, Weighed } from './decide.ts'
import { tellDifference } from './difference.ts'
import { issue, redeem, release } from './permit.ts'
import type { Permit } from './permit.ts'
import { reserve } from './policy/budget.ts'
import type { Policies } from './policy/policies.ts'
import type { Rule } from './policy/rule.ts'
import { createRegistry, isBlocked } from './registry.ts'
import type { Registry } from './registry.ts'
import { reconsider } from './reconsider.ts'
import type { Answer, Approver, Request } from './request.ts'
import type { Subject } from './subject.ts'

export interface GateOptions {
  readonly store: Store
  readonly audit: Audit
  /** The key of the state folder. */
  readonly key: Uint8Array
  /** What the policy says at this moment. */
  readonly policies: () => Policies
  /** In milliseconds since 1970. */
  readonly now: () => number
  /** An id that was never used before. */
  readonly newId: () => string
  /** On whose behalf calls are made. */
  readonly principal: string
  /** The host that makes them, by its own account. */
  readonly client?: { readonly name: string; readonly verified: boolean }
  /** How long a person may think, in milliseconds. Default: ten minutes. */
  readonly patienceMs?: number
}

/** What stands between somebody who wants to call a tool and the tool. */
export interface Gate extends Pick<Registry, 'admit' | 'dismiss' | 'hold' | 'subjects'> {
  /** A person has looked at what a server offers, and accepts it. */
  accept(server: string, approver?: Approver): Promise<Subject>
  /** Whether a call may be made, must wait for a person, or may not. */
  decide(call: Call): Promise<Verdict>
  /** What a person says to a request, by its id. */
  answer(request: string, answer: Answer): Promise<Settled>
  /** Nobody waits any more for the call that a request is about: it takes no answer from here on, and is no no. */
  withdraw(request: string): Promise<void>
  /** A request as it would be with other arguments, or why there can be none. Nothing of it is kept. */
  reconsider(request: Request, args: UnknownObject): Request | Denial
  /** Uses a permit up, and puts on record what is about to be done. Only then may it be done. */
  begin(permit: Permit): Promise<Begun>
  /** Puts on record what became of it; of a call that changes nothing, also that it was made. */
  end(permit: Permit, outcome: UnknownObject): Promise<void>
}

export type Begun = { readonly kind: 'begun' } | Denial

interface GateState extends GateOptions {
  readonly registry: Registry
  readonly approvals: Approvals
}

/** A gate. It holds for whatever makes calls: this library's connections, or another host's own. */
export function createGate(options: GateOptions): Gate {
  const registry = createRegistry(options)
  const state = { ...options, registry, approvals: createApprovals(options) }
  const { admit, dismiss, hold, subjects } = registry
  return {
    admit,
    dismiss,
    accept: (server, approver) => accept(state, server, approver),
    hold,
    subjects,
    decide: (call) => decide(state, call),
    answer: (request, answer) => state.approvals.answer(request, answer, (call) => look(state, call)),
    withdraw: (request) => state.approvals.withdraw(request),
    reconsider: (request, args) => reconsider(request, args, (call) => look(state, call)),
    begin: (permit) => begin(state, permit),
    end: (permit, outcome) => end(state, permit, outcome),
  }
}

async function accept({ registry, audit, newId }: GateState, server: string, approver?: Approver): Promise<Subject> {
  const before = registry.subjects.get(server)
  const differences = before?.standing.kind === 'pinned' ? before.standing.differences.map(tellDifference) : undefined
  const payload = {
    server,
    command: before?.facts.identity.command,
    offer: before?.offer.digest,
    differences,
    approver,
  }
  await audit.append({ kind: 'accepted', call: newId(), payload })
  return await registry.accept(server)
}

function look({ registry, policies, key, principal, now }: GateState, call: Call): Weighed {
  const { subjects, isForeign } = registry
  return weigh(call, { subjects, isForeign, policies: policies(), key, principal, now: now() })
}

async function decide(state: GateState, call: Call): Promise<Verdict> {
  const wait = state.registry.held(call.server)
  if (wait !== undefined) await wait
  const weighed = look(state, call)
  const verdict = weighed.kind === 'deny' ? weighed : await settle(state, weighed.known, call)
  if (verdict.kind === 'deny') await recordDenial(state, call, verdict)
  return verdict
}

async function settle(state: GateState, known: Known, call: Call): Promise<Verdict> {
  const earlier = state.approvals.deniedBefore(known)
  if (earlier !== undefined) return earlier
  const { decision, rule, budgeted } = known.judgement
  const within = decision === 'deny' ? undefined : await firstLeft(state, budgeted, known)
  if (decision === 'allow' || within !== undefined)
    return { kind: 'allow', permit: permitFor(known, within ?? rule, state.newId()) }
  if (decision === 'ask') return await state.approvals.ask(known, call, state.policies().version)
  const { name } = known.tool.definition
  if (rule === undefined)
    return deny(
      'default',
      `${name} was not run: the user's policy denies all that is ${known.risk.tier}. Do not call it again.`,
    )
  return deny(
    'rule',
    `${name} was not run: the user's rule "${rule.id}" denies it. ${rule.tell ?? 'Do not call it again.'}`,
  )
}

/** A spent budget is no match: the next rule that allows may still have some. */
async function firstLeft(state: GateState, rules: readonly Rule[], { args }: Known): Promise<Rule | undefined> {
  const { store, principal, newId } = state
  for (const rule of rules) if (await reserve(store, { rule, args, principal, newId })) return rule
  return undefined
}

function permitFor({ subject, tool, args, digest, risk }: Known, rule: Rule | undefined, id: string): Permit {
  const { key: server, identity } = subject.facts
  const what = { server, identity: identity.digest, tool: tool.definition, definition: tool.digest }
  return issue({ id, ...what, arguments: args, proposed: args, digest, risk, rule: rule?.id, request: undefined })
}

/** What is denied stays so, whether that can be put on record or not. */
async function recordDenial({ audit, newId }: GateState, call: Call, { code, reason }: Denial): Promise<void> {
  const { server, tool, arguments: proposed } = call
  await audit
    .append({ kind: 'denied', call: newId(), payload: { server, tool, proposed, code, reason } })
    .catch(() => undefined)
}

async function begin(state: GateState, permit: Permit): Promise<Begun> {
  const { registry, approvals, audit } = state
  const { name } = permit.tool
  const wait = registry.held(permit.server)
  if (wait !== undefined) await wait
  if (!redeem(permit)) return deny('answer', `${name} was not run: this leave was used before.`)
  const fault = outdated(registry, permit) ?? (await approvals.dispatch(permit))
  if (fault !== undefined) return fault
  // What changes nothing is put on record when it is over.
  if (!isRead(permit) && !(await isRecorded(audit, permit)))
    return deny('record', `${name} was not run: it could not be put on record. Tell the user.`)
  release(permit)
  return { kind: 'begun' }
}

function isRead({ risk }: Permit): boolean {
  return risk.tier === 'read'
}

async function isRecorded(audit: Audit, permit: Permit): Promise<boolean> {
  const written = audit.append({ kind: 'begun', call: permit.id, payload: told(permit) })
  return await written.then(
    () => true,
    () => false,
  )
}

async function end({ audit }: GateState, permit: Permit, outcome: UnknownObject): Promise<void> {
  const payload = isRead(permit) ? { ...told(permit), ...outcome } : outcome
  await audit.append({ kind: 'ended', call: permit.id, payload }, { relaxed: true })
}

function told({ server, tool, risk, rule, request, digest, proposed, arguments: executed }: Permit): UnknownObject {
  const approved = request === undefined ? undefined : executed
  return {
    server,
    tool: tool.name,
    tier: risk.tier,
    reasons: risk.reasons,
    rule,
    request,
    digest,
    proposed,
    approved,
    executed,
  }
}

/** Between a yes and the call a server may have come to be or to offer something else. */
function outdated({ subjects }: Registry, { server, identity, tool, definition }: Permit): Denial | undefined {
  const subject = subjects.get(server)
  const isSame = subject?.facts.identity.digest === identity && subject.tools.get(tool.name)?.digest === definition
  if (isSame && !isBlocked(subject, tool.name)) return undefined
  return deny('changed', `${tool.name} was not run: it was changed meanwhile. A person must look at it first.`)
}
