import { isObject, parseJson } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { refOf } from '../ref.ts'
import type { Change, Entry } from '../store.ts'

/** Who can send a draft: what the server was made of that keeps it. */
export interface DraftOrigin {
  /** The name of the server. */
  readonly server: string
  /** Its entry files. None: it is a program of its own, and only that can send. */
  readonly entries: readonly string[]
  /** A digest of its code. */
  readonly digest: string
  /** The environment that it needs: names, never values. */
  readonly env: readonly string[]
}

/** What a person did with a draft, and when. */
export interface Touch {
  readonly by: string
  readonly at: number
}

/** What the ledger knows of a draft. */
export interface DraftRecord {
  /**
   * `open`: waits for a person. `approved`: a person wants it sent, within an hour. `sending`: it is being sent; when
   * its lease has run out as well, what became of it is unknown. `failed`: nothing was sent, and it waits again.
   * `unknown`: it may have been sent.
   */
  readonly state: 'open' | 'approved' | 'sending' | 'sent' | 'failed' | 'unknown' | 'discarded'
  readonly kind: string
  readonly text: string
  readonly data: unknown
  readonly tool: string
  readonly caller: string
  /** The arguments of the call that wrote it, as they were sent. */
  readonly args: UnknownObject
  readonly origin: DraftOrigin
  /** What the call is named by that wrote it, where calls with its key have one effect. */
  readonly call?: string
  /** When it was written, in milliseconds since 1970. */
  readonly drafted: number
  readonly edits: readonly Touch[]
  /** Who decided last: that it is to be sent, or that it is not. */
  readonly decided?: Touch
  /** When it was sent, or when that was given up. */
  readonly ended?: number
  /** Why it failed, or why nobody knows. */
  readonly note?: string
}

/** A draft as it is kept. */
export interface KeptDraft {
  readonly id: string
  readonly version: string
  /** What people name it by. */
  readonly ref: string
  readonly record: DraftRecord
  /** As it stands at this time: an approval lapses, and of what was silent for too long nobody knows. */
  readonly state: DraftRecord['state']
}

/** What the keys of drafts begin with. */
export const draftPrefix = 'draft/'

/** How long an approval stands, in milliseconds. */
const approvalMs = 3_600_000
/** How long what is over is kept, in milliseconds. What waits is kept until a person decides. */
const overMs = 30 * 86_400_000

/** The URI of a draft. It names the draft and lets nobody do anything. */
export function draftUri({ id, record: { kind } }: KeptDraft): string {
  return `draft://${kind}/${id}`
}

/** The entry that a record becomes. */
export function draftChange(
  id: string,
  record: DraftRecord,
  { expect, version }: { expect: string | undefined; version: string },
): Exclude<Change, { remove: true }> {
  const isOver = record.state === 'sent' || record.state === 'discarded'
  const value = JSON.stringify(record)
  return { key: draftPrefix + id, expect, version, value, tag: record.state, ...(isOver && { keepMs: overMs }) }
}

/** The draft of an entry; undefined where it cannot be read. */
export function readDraft({ key, version, value, lease = 0 }: Entry, now: number): KeptDraft | undefined {
  const record = parseJson(value)
  if (!isRecord(record)) return undefined
  const id = key.slice(draftPrefix.length)
  return { id, version, ref: refOf(id), record, state: stateAt(record, { now, lease }) }
}

function stateAt(record: DraftRecord, { now, lease }: { now: number; lease: number }): DraftRecord['state'] {
  const { state, decided } = record
  if (state === 'sending' && lease <= now) return 'unknown'
  return state === 'approved' && (decided?.at ?? 0) + approvalMs <= now ? 'open' : state
}

function isRecord(value: unknown): value is DraftRecord {
  return isObject(value) && typeof value['state'] === 'string' && typeof value['text'] === 'string'
}
