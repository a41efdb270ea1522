import { appendLine } from './append.ts'
import { callPrefix, readRecord, writeRecord } from './call-record.ts'
import type { CallRecord } from './call-record.ts'
import { writeSurely } from './insist.ts'
import { refOf } from './ref.ts'
import type { Entry, Store } from './store.ts'

/** A call in the ledger, as a person sees it. */
export interface ListedCall {
  readonly ref: string
  readonly key: string
  readonly version: string
  readonly record: CallRecord
  /** As it stands at this time: a call whose process was silent for too long is unknown. */
  readonly state: CallRecord['state']
}

/** What a person decides of a call, and why. */
export interface Decision {
  /**
   * `done`: it happened. `not-done`: it did not, and may be called again. `release`: it happened, and the next call may
   * have it happen once more.
   */
  readonly verdict: 'done' | 'not-done' | 'release'
  readonly by: string
  readonly reason: string
}

export type Decided =
  | { readonly kind: 'decided' }
  /** It cannot be decided so; the text says why, and what to do. */
  | { readonly kind: 'refused'; readonly says: string }

/** The log of what people decided. */
export const decisionLog = 'decisions'

const pageLimit = 500

/** The calls that are running, waiting for a person, or unknown; all of them where that is asked for. */
export async function listCalls(store: Store, { all = false }: { all?: boolean } = {}): Promise<ListedCall[]> {
  const tags = all ? [undefined] : ['running', 'waiting', 'unknown']
  const entries = await Promise.all(tags.map((tag) => entriesWith(store, tag)))
  const { now } = await store.read([])
  return entries.flat().map((entry) => toListed(entry, now))
}

/** The calls whose reference begins so. */
export async function findCalls(store: Store, ref: string): Promise<ListedCall[]> {
  const entries = await store.list({ prefix: callPrefix + ref.toLowerCase(), limit: 10 })
  const { now } = await store.read([])
  return entries.map((entry) => toListed(entry, now))
}

async function entriesWith(store: Store, tag: string | undefined): Promise<Entry[]> {
  const found: Entry[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly Entry[] = await store.list({
      prefix: callPrefix,
      after,
      limit: pageLimit,
      ...(tag !== undefined && { tag }),
    })
    found.push(...page)
    after = page.length < pageLimit ? undefined : page.at(-1)?.key
  }
  return found
}

function toListed({ key, version, value, bytes, lease = 0 }: Entry, now: number): ListedCall {
  const record = readRecord(value, bytes)
  const isSilent = record.state === 'running' && lease <= now
  return { ref: refOf(key), key, version, record, state: isSilent ? 'unknown' : record.state }
}

/** Settles what is not known, or releases what is done, on the word of a person, which is kept. */
export async function decideCall(
  store: Store,
  call: ListedCall,
  { verdict, by, reason, newId }: Decision & { readonly newId: () => string },
): Promise<Decided> {
  const why = refusal(call, verdict)
  if (why !== undefined) return { kind: 'refused', says: why }
  const { now } = await store.read([])
  const { key, version, ref, record } = call
  const settled = { by, reason, at: now }
  const { steps: _, result: __, ...rest } = record
  const next: CallRecord =
    verdict === 'done'
      ? { ...record, state: 'done', ended: now, settled }
      : { ...rest, state: 'released', settled, idempotencyKey: newId() }
  const change = { key, expect: version, version: newId(), keepMs: record.windowMs, ...writeRecord(next) }
  const { kind } = await writeSurely(store, [change])
  if (kind === 'conflict') return { kind: 'refused', says: `${ref} has changed meanwhile. Look at it again.` }
  await appendLine(store, decisionLog, JSON.stringify({ ref, tool: record.tool, verdict, by, reason, at: now }))
  return { kind: 'decided' }
}

function refusal({ ref, state, record }: ListedCall, verdict: Decision['verdict']): string | undefined {
  if (state === 'running') return `${ref} (${record.tool}) is running. Wait until it has ended.`
  if (verdict === 'release') {
    if (state === 'done') return undefined
    return state === 'unknown'
      ? `Nobody knows whether ${ref} (${record.tool}) happened. Settle it: verbnoun ledger settle ${ref} --done or --not-done.`
      : `${ref} (${record.tool}) may be called already: nothing has happened under it.`
  }
  if (state === 'unknown') return undefined
  return state === 'done'
    ? `${ref} (${record.tool}) is done. To have it done once more: verbnoun ledger release ${ref}.`
    : `${ref} (${record.tool}) may be called already: nothing has happened under it.`
}
