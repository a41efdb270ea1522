import { getDraft, type Store } from '../../ledger/index.ts'
import { resource, type Resource } from '../resource.ts'

/**
 * Drafts as their caller may read them. Nothing that is read here lets anybody send: not the URI, not the reference, and
 * no person is named.
 */
export function draftResource(store: Store, server: string): Resource {
  return resource('draft://{kind}/{id}', {
    name: 'draft',
    description:
      'What a tool wrote for a person to send: its text, and whether it was sent. Only a person can send it.',
    mimeType: 'application/json',
    async read({ kind, id = '' }, { caller }) {
      const draft = await getDraft(store, id)
      if (draft === undefined) return undefined
      const { record, ref } = draft
      if (record.kind !== kind || record.caller !== caller || record.origin.server !== server) return undefined
      const state = draft.state === 'approved' ? 'open' : draft.state
      return JSON.stringify({
        kind,
        ref,
        state,
        text: record.text,
        data: record.data,
        drafted: new Date(record.drafted).toISOString(),
        edited: record.edits.length > 0,
        ...(record.ended !== undefined && { ended: new Date(record.ended).toISOString() }),
      })
    },
  })
}
