import { deny } from '../decide.ts'
import type { Settled } from '../decide.ts'
import type { Gate } from '../gate.ts'
import { elicitationFor, readElicitation } from '../prompt/elicitation.ts'
import type { Elicited } from '../prompt/elicitation.ts'
import type { EarlierCall } from '../prompt/facts.ts'
import type { Request } from '../request.ts'
import type { Talk } from './talk.ts'

export interface ApproveOptions {
  readonly gate: Pick<Gate, 'answer'>
  readonly now: () => number
  readonly newId: () => string
  /** A time as the person's clocks show it. */
  readonly clock: (time: number) => string
  readonly earlier: EarlierCall | undefined
  /** The host that asks, by its own account. */
  readonly client: string
  /** Whether this question was sent away before. */
  readonly isSecondTime: boolean
}

export type Approved =
  | { readonly kind: 'settled'; readonly settled: Settled }
  | { readonly kind: 'dismissed'; readonly text: string }

/** Has a host ask its person about a call. Only what a person picked or typed is a yes, and to this call alone. */
export async function approve(request: Request, talk: Talk, options: ApproveOptions): Promise<Approved> {
  const { gate, now, newId, clock, earlier, client, isSecondTime } = options
  const { name } = request.tool
  const form = elicitationFor(request, { now: now(), clock, ...(earlier !== undefined && { earlier }) })
  const openMs = request.expires - now()
  const heard = await talk.ask({ form, waiting: waitingText(request), unaskable: unaskableText(request), openMs })
  if (heard === undefined)
    return {
      kind: 'settled',
      settled: deny('expired', `${name} was not run: nobody has answered in time. Ask the user.`),
    }
  const said = readElicitation(request, heard.answer, heard.tookMs)
  if (said.kind === 'dismissed' && !isSecondTime) return { kind: 'dismissed', text: dismissedText(name) }
  const { digest } = request
  const isHost = said.kind === 'deny' && said.by === 'host'
  const approver = { id: client, how: isHost ? 'host' : 'elicitation', assurance: 'asserted' } as const
  const answer = { digest, approver, nonce: newId(), ...reasonOf(said) }
  const settled = await gate.answer(request.id, { ...answer, decision: said.kind === 'allow' ? 'allow' : 'deny' })
  if (!isHost) return { kind: 'settled', settled }
  return {
    kind: 'settled',
    settled: deny('answer', `${name} was not run: ${said.reason ?? 'no person has answered'}.`),
  }
}

function reasonOf(said: Elicited): { readonly reason?: string } {
  if (said.kind === 'dismissed') return { reason: 'dismissed twice' }
  return said.kind === 'deny' && said.reason !== undefined ? { reason: said.reason } : {}
}

function waitingText({ ref }: Request): string {
  return `Waiting for a person (ref ${ref}). Nothing has run. Ask the user, then repeat the identical call. You cannot approve it; a changed call starts over.`
}

function unaskableText({ ref, tool, server }: Request): string {
  return `${tool.name} was not run: a person must allow it (ref ${ref}), and this host cannot ask one. The user can allow such calls of ${server.key} by a rule in policy.yaml. You cannot.`
}

function dismissedText(tool: string): string {
  return `${tool} was not run: the user sent the question away without an answer. Do not call it again unless the user asks.`
}
