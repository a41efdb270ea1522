import type { UnknownObject } from '../tool/index.ts'

/** What changed on a server. */
export type Change =
  | { readonly kind: 'tools' | 'resources' | 'prompts' }
  | { readonly kind: 'resource'; readonly uri: string }

/** The notification that tells of a change. */
export function changeNotice(change: Change): { readonly method: string; readonly params: UnknownObject } {
  return change.kind === 'resource'
    ? { method: 'notifications/resources/updated', params: { uri: change.uri } }
    : { method: `notifications/${change.kind}/list_changed`, params: {} }
}
