import { canonicalJson } from './canonical.ts'
import type { DraftContent } from './results/content.ts'

/** A draft on its way out, and who sends it. */
export interface Sending<Data = unknown> {
  /** As a person left it: the tool's text, or that text as it was edited. */
  readonly text: string
  /** As the tool gave it, after its way through JSON. */
  readonly data: Data
  /** The draft's own: another try to send it would have the same. Systems behind can know the sending by it. */
  readonly key: string
  /** Who decided: the user of this machine, or whom the server's `reviewer` names. */
  readonly person: string
}

export interface DraftsOptions<Data = unknown> {
  /** What they are, in a name of `a-z A-Z 0-9 _ -`: `refund_email`. No two drafts of a server share one. */
  readonly kind: string
  /**
   * Sends one. Runs once at most for a draft, and only when a person has decided so; no call reaches it. A `ToolError`
   * says that nothing was sent, and the draft may be sent again; after any other throw nobody knows.
   */
  commit(sending: Sending<Data>): unknown
}

/** Drafts of one kind. Exported, so that `commit` is found after a restart. */
export interface Drafts<Data = unknown> extends DraftsOptions<Data> {
  /**
   * What a tool returns: the model reads the text exactly as it is, beside a link to the draft; a person reviews, edits
   * and sends it. `data` is JSON: shown to the person, and fixed. Throws a `TypeError` for what JSON does not hold.
   */
  draft(text: string, data: Data): DraftContent
}

const brand = Symbol.for('verbnoun.drafts')
const kindPattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/**
 * Declares what tools write for a person to send: `export const refund_email = drafts({ kind: 'refund_email', commit })`.
 * Throws a `TypeError` for a kind that is no name.
 */
export function drafts<Data>(options: DraftsOptions<Data>): Drafts<Data> {
  const { kind } = options
  if (!kindPattern.test(kind))
    throw new TypeError(`"${kind}" is no kind of drafts: 1 to 64 of A-Z a-z 0-9 _ -, a letter first.`)
  const draft = (text: string, data: Data): DraftContent => {
    // Told where it is written, not when a person wants to send it.
    canonicalJson(data ?? null)
    return { type: 'draft', kind, text, data: data ?? null, maker: draft }
  }
  const made: Drafts<Data> = { kind, commit: (sending) => options.commit(sending), draft }
  return Object.defineProperty(made, brand, { value: true })
}

/** Whether a value was made by `drafts`, in this copy of the package or in another. */
export function isDrafts(value: unknown): value is Drafts {
  return typeof value === 'object' && value !== null && brand in value
}
