import { isToolError } from '../../tool/index.ts'
import type { Sending } from '../../tool/index.ts'
import { insist, writeSurely } from '../insist.ts'
import type { Change, Store } from '../store.ts'
import { draftChange } from './record.ts'
import type { DraftRecord, KeptDraft } from './record.ts'

/** What sends a draft, and how it tells what went wrong. */
export interface Committing {
  readonly store: Store
  readonly newId: () => string
  readonly commit: (sending: Sending) => unknown
  /** How long it may take before nobody knows, in milliseconds. */
  readonly timeoutMs: number
  /** What a person reads of an error. */
  readonly explain: (error: unknown) => string
  /** How long a process may be silent before nobody knows, in milliseconds. Default: 15 seconds. */
  readonly leaseMs?: number
}

/**
 * Sends an approved draft, at most once: it is claimed first, and who was silent too long leaves it unknown. `taken`:
 * somebody else has it, or it is approved no more.
 */
export async function commitDraft(
  draft: KeptDraft,
  { leaseMs = 15_000, ...committing }: Committing,
): Promise<'sent' | 'failed' | 'unknown' | 'taken'> {
  const { store, newId } = committing
  if (draft.state !== 'approved') return 'taken'
  const { record, id } = draft
  const claim = draftChange(id, { ...record, state: 'sending' }, { expect: draft.version, version: newId() })
  if ((await writeSurely(store, [{ ...claim, leaseMs }])).kind === 'conflict') return 'taken'
  const heartbeat = setInterval(() => void store.renew(claim.key, claim.version, leaseMs).catch(ignore), leaseMs / 3)
  heartbeat.unref()
  try {
    return await finish(draft, claim, committing)
  } finally {
    clearInterval(heartbeat)
  }
}

type Claim = Exclude<Change, { remove: true }>
type End = Pick<DraftRecord, 'note'> & { readonly state: 'sent' | 'failed' | 'unknown' }

async function finish(draft: KeptDraft, claim: Claim, committing: Omit<Committing, 'leaseMs'>): Promise<End['state']> {
  const { text, data, decided } = draft.record
  const sending = { text, data, key: draft.id, person: decided?.by ?? '' }
  const sent = attempt(committing, sending)
  const end = await within(sent, committing.timeoutMs)
  if (end !== undefined) return await settle(draft, claim, { ...committing, end })
  const note = `It took longer than ${committing.timeoutMs / 1000} s.`
  const unknown = { ...claim, version: committing.newId() }
  await settle(draft, claim, { ...committing, end: { state: 'unknown', note }, version: unknown.version })
  // Late truth counts as long as nobody has decided otherwise.
  void sent.then((late) => settle(draft, unknown, { ...committing, end: late })).catch(ignore)
  return 'unknown'
}

async function attempt({ commit, explain }: Pick<Committing, 'commit' | 'explain'>, sending: Sending): Promise<End> {
  try {
    await commit(sending)
    return { state: 'sent' }
  } catch (error) {
    const note = explain(error)
    if (!isToolError(error) || error.effect === 'unknown') return { state: 'unknown', note }
    return { state: error.effect === 'done' ? 'sent' : 'failed', note }
  }
}

/** What became of it, unless somebody has decided meanwhile. What cannot be written will count as unknown. */
async function settle(
  { id, record }: KeptDraft,
  { version: expect }: Claim,
  { store, newId, end, version = newId() }: Pick<Committing, 'store' | 'newId'> & { end: End; version?: string },
): Promise<End['state']> {
  const { now } = await insist(() => store.read([]))
  const change = draftChange(id, { ...record, ...end, ended: now }, { expect, version })
  await insist(() => writeSurely(store, [change]))
  return end.state
}

function within<Value>(pending: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    timer.unref()
    pending.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function ignore(): void {}
