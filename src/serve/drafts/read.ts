import { getDraft, type Store } from '../../ledger/index.ts'

/** Which draft, and who reads it. */
export interface DraftRead {
  readonly server: string
  readonly caller: string
  readonly kind: string | undefined
  readonly id: string
}

/** A draft as JSON for who had it written; undefined for anybody else, and where there is none. */
export async function readDraft(store: Store, { server, caller, kind, id }: DraftRead): Promise<string | undefined> {
  const draft = await getDraft(store, id)
  if (draft === undefined) return undefined
  const { record, ref } = draft
  if (record.kind !== kind || record.caller !== caller || record.origin.server !== server) return undefined
  return JSON.stringify({
    kind,
    ref,
    state: draft.state === 'approved' ? 'open' : draft.state,
    text: record.text,
    data: record.data,
    drafted: new Date(record.drafted).toISOString(),
    edited: record.edits.length > 0,
    ...(record.ended !== undefined && { ended: new Date(record.ended).toISOString() }),
  })
}
