import { digest } from '../../tool/index.ts'
import { writeSurely } from '../insist.ts'
import type { Entry, Store } from '../store.ts'
import { StoreError } from '../store.ts'
import { draftChange, draftPrefix, readDraft } from './record.ts'
import type { DraftRecord, KeptDraft } from './record.ts'

/** A draft as a tool writes it. */
export type NewDraft = Pick<DraftRecord, 'kind' | 'text' | 'data' | 'tool' | 'caller' | 'args' | 'origin' | 'call'>

/** The states in which a person, or what sends, has still something to do. */
export const unsettled: readonly DraftRecord['state'][] = ['open', 'approved', 'sending', 'failed', 'unknown']

const samePrefix = 'draft-same/'
/** So often another draft may have been written between two looks. */
const patience = 5
const pageLimit = 500

/** Keeps a draft. One that is the same and not settled yet stays as it is, and is the one. */
export async function keepDraft(
  draft: NewDraft,
  { store, newId }: { readonly store: Store; readonly newId: () => string },
): Promise<KeptDraft> {
  const same = samePrefix + sameness(draft)
  for (let turn = 0; turn < patience; turn += 1) {
    const { now, entries } = await store.read([same])
    const [pointer] = entries
    const before = pointer === undefined ? undefined : await getDraft(store, pointer.value)
    if (before !== undefined && unsettled.includes(before.state)) return before
    const id = newId()
    const record: DraftRecord = { ...draft, state: 'open', drafted: now, edits: [] }
    const change = draftChange(id, record, { expect: undefined, version: newId() })
    const found = { key: same, expect: pointer?.version, version: newId(), value: id }
    const { kind } = await writeSurely(store, [change, found])
    if (kind === 'written') return keptOf(change, now)
  }
  throw new StoreError('The ledger changes faster than it can be read.')
}

/** What makes two drafts one: all that the tool said, and for whom. */
function sameness({ kind, text, data, tool, caller, origin, call }: NewDraft): string {
  return digest([origin.server, kind, text.toWellFormed(), data, tool, caller, call ?? ''])
}

function keptOf(entry: Entry, now: number): KeptDraft {
  const kept = readDraft(entry, now)
  if (kept !== undefined) return kept
  throw new TypeError('A draft that was written cannot be read.')
}

/** The draft with this id. */
export async function getDraft(store: Store, id: string): Promise<KeptDraft | undefined> {
  const { now, entries } = await store.read([draftPrefix + id])
  return entries[0] === undefined ? undefined : readDraft(entries[0], now)
}

/** The drafts whose reference begins so. */
export async function findDrafts(store: Store, ref: string): Promise<KeptDraft[]> {
  const entries = await store.list({ prefix: draftPrefix + ref.toLowerCase(), limit: 10 })
  const { now } = await store.read([])
  return entries.flatMap((entry) => readDraft(entry, now) ?? [])
}

/** The drafts in these states, the oldest first. Default: those that are not settled. */
export async function listDrafts(store: Store, states: readonly string[] = unsettled): Promise<KeptDraft[]> {
  const entries = await Promise.all(states.map((state) => entriesIn(store, state)))
  const { now } = await store.read([])
  return entries
    .flat()
    .flatMap((entry) => readDraft(entry, now) ?? [])
    .toSorted((one, other) => one.record.drafted - other.record.drafted)
}

async function entriesIn(store: Store, tag: string): Promise<Entry[]> {
  const found: Entry[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly Entry[] = await store.list({ prefix: draftPrefix, tag, after, limit: pageLimit })
    found.push(...page)
    after = page.length < pageLimit ? undefined : page.at(-1)?.key
  }
  return found
}
