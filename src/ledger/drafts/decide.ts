import { appendLine } from '../append.ts'
import { decideCall, decisionLog, findCalls } from '../decide.ts'
import type { Decided, ListedCall } from '../decide.ts'
import { writeSurely } from '../insist.ts'
import type { Store } from '../store.ts'
import { draftChange, draftUri } from './record.ts'
import type { DraftRecord, KeptDraft } from './record.ts'

/** Who decides, and with what. */
export interface Deciding {
  readonly store: Store
  readonly by: string
  readonly newId: () => string
}

const waiting: readonly DraftRecord['state'][] = ['open', 'approved', 'failed']

/** Replaces the text. An approval of what it was before is void. */
export async function editDraft(draft: KeptDraft, text: string, deciding: Deciding): Promise<Decided> {
  const { store, by } = deciding
  if (!waiting.includes(draft.state)) return refused(draft)
  const { now } = await store.read([])
  const { decided: _, note: __, ...record } = draft.record
  const edits = [...record.edits, { by, at: now }]
  return await become(draft, { ...record, state: 'open', text, edits }, { ...deciding, verdict: 'edited' })
}

/** A person wants it sent as it is. Who sends it takes it within the hour. */
export async function approveDraft(draft: KeptDraft, deciding: Deciding): Promise<Decided> {
  const { store, by } = deciding
  if (!waiting.includes(draft.state)) return refused(draft)
  const { now } = await store.read([])
  const { note: _, ...record } = draft.record
  const decided = { by, at: now }
  return await become(draft, { ...record, state: 'approved', decided }, { ...deciding, verdict: 'approved' })
}

/** Takes back an approval that nobody has taken up. */
export async function withdrawApproval(draft: KeptDraft, deciding: Deciding): Promise<Decided> {
  if (draft.record.state !== 'approved') return refused(draft)
  const { decided: _, ...record } = draft.record
  return await become(draft, { ...record, state: 'open' }, { ...deciding, verdict: 'withdrawn' })
}

/** It is not to be sent. Where its call had a key, the next call with that key may write another. */
export async function discardDraft(draft: KeptDraft, deciding: Deciding): Promise<Decided> {
  const { store, by } = deciding
  if (!waiting.includes(draft.state)) return refused(draft)
  const call = await callOf(draft, store)
  if (call?.state === 'running') return { kind: 'refused', says: `The call that wrote ${draft.ref} has not ended yet.` }
  const { now } = await store.read([])
  const record: DraftRecord = { ...draft.record, state: 'discarded', decided: { by, at: now }, ended: now }
  const decided = await become(draft, record, { ...deciding, verdict: 'discarded' })
  if (decided.kind === 'decided' && call?.state === 'done') {
    await decideCall(store, call, { ...deciding, verdict: 'release', reason: `draft ${draft.ref} was discarded` })
  }
  return decided
}

/** Says what became of a draft of which nobody knew: it was sent, or it was not and waits again. */
export async function settleDraft(
  draft: KeptDraft,
  verdict: 'sent' | 'not-sent',
  deciding: Deciding,
): Promise<Decided> {
  const { store, by } = deciding
  if (draft.state !== 'unknown') return refused(draft)
  const { now } = await store.read([])
  const { note: _, decided: __, ...record } = draft.record
  const next: DraftRecord =
    verdict === 'sent'
      ? { ...record, state: 'sent', decided: { by, at: now }, ended: now, note: `${by} says that it was sent` }
      : { ...record, state: 'open' }
  return await become(draft, next, { ...deciding, verdict })
}

async function become(
  { id, version, ref, record: { tool } }: KeptDraft,
  record: DraftRecord,
  { store, by, newId, verdict }: Deciding & { readonly verdict: string },
): Promise<Decided> {
  const { kind, now } = await writeSurely(store, [draftChange(id, record, { expect: version, version: newId() })])
  if (kind === 'conflict') return { kind: 'refused', says: `${ref} has changed meanwhile. Look at it again.` }
  await appendLine(store, decisionLog, JSON.stringify({ ref, tool, verdict, by, reason: '', at: now }))
  return { kind: 'decided' }
}

function refused({ ref, state }: KeptDraft): Decided {
  return { kind: 'refused', says: `${ref} ${why[state]}` }
}

const why: Readonly<Record<DraftRecord['state'], string>> = {
  open: 'is open: nobody has approved it.',
  approved: 'is approved.',
  failed: 'was not sent, and waits.',
  sending: 'is being sent.',
  sent: 'has been sent.',
  discarded: 'was discarded.',
  unknown: 'may have been sent. Find out, then say so: sent or not-sent.',
}

/** The call that wrote it, where calls with its key have one effect. */
async function callOf(draft: KeptDraft, store: Store): Promise<ListedCall | undefined> {
  const { call: ref, tool, caller } = draft.record
  if (ref === undefined) return undefined
  const uri = draftUri(draft)
  const calls = await findCalls(store, ref)
  return calls.find(({ state, record }) => {
    if (record.tool !== tool || record.caller !== caller) return false
    const links = record.result?.content.flatMap((item) => (item.type === 'resource_link' ? item.uri : [])) ?? []
    return state === 'running' || links.includes(uri)
  })
}
