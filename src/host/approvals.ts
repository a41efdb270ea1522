import type { Store } from '../ledger/index.ts'
import type { Audit } from './audit.ts'
import { deny } from './decide.ts'
import type { Call, Denial, Known, Settled, Verdict, Weighed } from './decide.ts'
import { issue } from './permit.ts'
import type { Permit } from './permit.ts'
import { choicesFor, refOf, typedWord } from './request.ts'
import type { Answer, Request } from './request.ts'
import { createRequests } from './requests.ts'
import type { Requests } from './requests.ts'
import { assurances } from './tier.ts'

export interface ApprovalOptions {
  readonly store: Store
  readonly audit: Audit
  readonly newId: () => string
  readonly principal: string
  readonly client?: { readonly name: string; readonly verified: boolean }
  /** In milliseconds. */
  readonly patienceMs?: number
}

export interface Approvals {
  /** A call that a person has denied stays denied as long as this gate stands, and so does a tool denied twice. */
  deniedBefore(known: Known): Denial | undefined
  /** Makes a request of a call; one that is the same as one that is open joins it. */
  ask(known: Known, call: Call, policyVersion: string): Promise<Verdict>
  /** `look` weighs a call as things stand at this moment. */
  answer(id: string, answer: Answer, look: Look): Promise<Settled>
  /** Nobody waits for a call any more that was asked about: it takes no answer, and is no no. */
  withdraw(id: string): Promise<void>
  /** Claims the yes for one dispatch. A no that came in between wins. */
  dispatch(permit: Permit): Promise<Denial | undefined>
}

type Look = (call: Call) => Weighed

interface ApprovalState extends ApprovalOptions {
  readonly requests: Requests
  readonly refusals: Refusals
}

const defaultPatience = 600_000
const mostOpen = 5

/** Who says yes to a call, and what the yes is worth. */
export function createApprovals(options: ApprovalOptions): Approvals {
  const state = { ...options, requests: createRequests(options), refusals: createRefusals() }
  return {
    deniedBefore: ({ digest, subject, tool }) => state.refusals.find(digest, subject.facts.key, tool.definition.name),
    ask: (known, call, version) => ask(state, { known, call, version }),
    answer: (id, given, look) => answer(state, { id, given, look }),
    withdraw: (id) => withdraw(state, id),
    dispatch: (permit) => dispatch(state, permit),
  }
}

interface Asked {
  readonly known: Known
  readonly call: Call
  readonly version: string
}

async function ask(state: ApprovalState, asked: Asked): Promise<Verdict> {
  const { requests, audit } = state
  const { digest, subject, tool } = asked.known
  const server = subject.facts.key
  const open = await requests.open(server)
  const same = open.find((request) => request.digest === digest)
  if (same !== undefined) return { kind: 'ask', request: same }
  if (open.length >= mostOpen)
    return deny(
      'too-many',
      `${tool.definition.name} was not run: ${open.length} calls to ${server} wait for a person already.`,
    )
  const request = requestOf(asked, state, await requests.now())
  await requests.put(request)
  await audit.append({ kind: 'asked', call: request.id, payload: { request } })
  return { kind: 'ask', request }
}

function requestOf({ known, call, version }: Asked, state: ApprovalState, now: number): Request {
  const { subject, tool, args, digest, risk, judgement } = known
  const { key, trust, identity } = subject.facts
  const { name } = tool.definition
  const id = state.newId()
  return {
    v: 1,
    id,
    ref: refOf(id),
    state: 'open',
    created: now,
    expires: now + (state.patienceMs ?? defaultPatience),
    principal: state.principal,
    client: state.client ?? { name: 'unknown', verified: false },
    server: { key, trust, identity: identity.digest, command: identity.command },
    tool: { name, definition: tool.definition },
    arguments: args,
    digest,
    risk,
    policy: { rule: judgement.rule?.id, version },
    flow: call.flow ?? [],
    batch: call.batch,
    need: { assurance: judgement.assurance, typed: typedWord(risk.tier, name, args) },
    choices: choicesFor(risk.tier),
    decisions: [],
  }
}

interface Answered {
  readonly id: string
  readonly given: Answer
  readonly look: Look
}

async function answer(state: ApprovalState, { id, given, look }: Answered): Promise<Settled> {
  let approved: Known | undefined
  const changed = await state.requests.change<Denial>(id, (request, at) => {
    const fault = faultOf(request, given)
    if (fault !== undefined) return { other: fault }
    if (given.decision === 'deny')
      return { ...request, state: 'denied', decisions: [...request.decisions, { ...given, at }] }
    const looked = lookAgain(request, given, look)
    if (looked.kind === 'deny') return { other: looked }
    approved = looked.known
    // From here on the yes is to what will be sent, which a person may have changed.
    return {
      ...request,
      state: 'approved',
      decisions: [...request.decisions, { ...given, digest: approved.digest, at }],
    }
  })
  if (changed === undefined) return deny('expired', 'It was not run: nobody has answered in time. Ask the user.')
  if ('other' in changed) return changed.other
  const { request } = changed
  await state.audit.append({ kind: 'answered', call: id, payload: { answer: given, proposed: request.arguments } })
  if (approved !== undefined) return { kind: 'allow', permit: permitFor(request, approved) }
  state.refusals.add(request)
  const why = given.reason === undefined ? '' : `: ${given.reason.replace(/\.$/, '')}`
  return deny(
    'person',
    `${request.tool.name} was not run: the user said no${why}. Do not call it again unless the user asks.`,
  )
}

async function withdraw({ requests, audit }: ApprovalState, id: string): Promise<void> {
  const changed = await requests.change<undefined>(id, (request) =>
    request.state === 'open' ? { ...request, state: 'withdrawn' } : { other: undefined },
  )
  if (changed !== undefined && 'request' in changed) await audit.append({ kind: 'withdrawn', call: id, payload: {} })
}

function faultOf(request: Request, given: Answer): Denial | undefined {
  if (given.digest !== request.digest) return deny('answer', 'The answer is to another call than the one that is open.')
  if (request.decisions.some(({ nonce }) => nonce === given.nonce))
    return deny('answer', 'This answer was given before.')
  const mayStill = given.decision === 'deny' ? ['open', 'approved'] : ['open']
  return mayStill.includes(request.state) ? undefined : deny('answer', `This call is ${request.state} already.`)
}

/** Other arguments can be worse than those that were proposed, and the policy may have changed meanwhile. */
function lookAgain(request: Request, { arguments: edited, approver }: Answer, look: Look): Weighed {
  const { server, tool, flow } = request
  const weighed = look({ server: server.key, tool: tool.name, arguments: edited ?? request.arguments, flow })
  if (weighed.kind === 'deny') return weighed
  const { decision, rule, assurance } = weighed.known.judgement
  if (decision === 'deny')
    return deny(
      'rule',
      `${tool.name} was not run: ${rule === undefined ? 'the policy' : `rule "${rule.id}"`} denies it.`,
    )
  if (edited === undefined && weighed.known.digest !== request.digest)
    return deny('changed', `${tool.name} was not run: it is not what was asked about. Call it again.`)
  if (assurances.indexOf(approver.assurance) >= assurances.indexOf(assurance)) return weighed
  return deny('answer', `${tool.name} was not run: a yes to it must be ${assurance}, not ${approver.assurance}.`)
}

function permitFor(request: Request, { subject, tool, args, digest, risk }: Known): Permit {
  const { key: server, identity } = subject.facts
  const what = { server, identity: identity.digest, tool: tool.definition, definition: tool.digest }
  const said = { arguments: args, proposed: request.arguments, digest, risk }
  return issue({ id: request.id, ...what, ...said, rule: undefined, request: request.id })
}

async function dispatch(
  { requests }: ApprovalState,
  { request: id, tool, digest }: Permit,
): Promise<Denial | undefined> {
  if (id === undefined) return undefined
  const lapsed = deny('answer', `${tool.name} was not run: the yes to it holds no more.`)
  const changed = await requests.change<Denial>(id, (request) => {
    const isYes = request.state === 'approved' && request.decisions.at(-1)?.digest === digest
    return isYes ? { ...request, state: 'dispatched' } : { other: lapsed }
  })
  if (changed === undefined) return lapsed
  return 'other' in changed ? changed.other : undefined
}

/** What a person has said no to, as long as this gate stands. */
interface Refusals {
  readonly add: (request: Request) => void
  readonly find: (digest: string, server: string, tool: string) => Denial | undefined
}

const mostRefusals = 2

function createRefusals(): Refusals {
  const digests = new Set<string>()
  const counts = new Map<string, number>()
  return {
    add({ digest, server, tool }) {
      digests.add(digest)
      counts.set(`${server.key}/${tool.name}`, (counts.get(`${server.key}/${tool.name}`) ?? 0) + 1)
    },
    find(digest, server, tool) {
      const again = `${tool} was not run: the user has said no`
      if (digests.has(digest))
        return deny('denied-before', `${again} to exactly this call. Do not call it again unless the user asks.`)
      const count = counts.get(`${server}/${tool}`) ?? 0
      return count < mostRefusals ? undefined : deny('paused', `${again} ${count} times. Do not call it again.`)
    },
  }
}
