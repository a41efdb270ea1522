import type { Store } from '../../ledger/index.ts'
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
      const { readDraft } = await import('./read.ts')
      return await readDraft(store, { server, caller, kind, id })
    },
  })
}
