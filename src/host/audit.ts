import { randomBytes } from 'node:crypto'
import type { LogLine, Store } from '../ledger/index.ts'
import { isObject, keyedDigest, parseJson } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'

/** What is put on record. What was proposed, approved and executed are three things. */
export interface AuditEvent {
  /**
   * `asked` and `denied` are decisions of the gate, `answered` a person's, `begun` and `ended` what became of a call;
   * `withdrawn`: who wanted it waits no more.
   */
  readonly kind: 'asked' | 'denied' | 'answered' | 'withdrawn' | 'begun' | 'ended' | 'accepted'
  /** The id of the call, shared by all events of it. */
  readonly call: string
  /** What was said and sent: can be erased later, and leaves its mark in the chain. */
  readonly payload: UnknownObject
}

/** A line as it was written. */
export interface AuditLine {
  readonly number: number
  /** In milliseconds since 1970, by the clock of who wrote it. */
  readonly at: number
  readonly kind: string
  readonly call: string
  /** Undefined: it was erased. */
  readonly payload: UnknownObject | undefined
  /** Of this line and so of all before it. */
  readonly mac: string
}

/** The end of the record. Kept elsewhere, it tells later whether anything before it was changed. */
export interface Head {
  readonly number: number
  readonly mac: string
}

export type Verification =
  | { readonly kind: 'whole'; readonly lines: number; readonly erased: number; readonly head: Head | undefined }
  | { readonly kind: 'broken'; readonly number: number; readonly reason: string }

export interface Audit {
  /**
   * Resolves when the event is on record for good; rejects where it is not. What is relaxed the power may take, together
   * with all that is behind it: what changes nothing, or has been done already.
   */
  append(event: AuditEvent, options?: { readonly relaxed?: boolean }): Promise<void>
  /** Resolves when nothing waits to be put on record. */
  settled(): Promise<void>
  /** Lines behind the one with this number, in order. */
  read(after?: number): AsyncIterable<AuditLine>
  head(): Promise<Head | undefined>
  /** Goes over the whole record. Without a head that was kept elsewhere, it cannot see that the end was cut off. */
  verify(kept?: Head): Promise<Verification>
  /** Erases what was said in a line; that there was a line stays. False where there is nothing to erase. */
  erase(number: number): Promise<boolean>
}

export interface AuditOptions {
  readonly store: Store
  readonly key: Uint8Array
  readonly now: () => number
  readonly newId: () => string
}

const log = 'audit'
const mostTurns = 1000

/** A record that only grows: each line is signed together with the one before it, with a key of the state folder. */
export function createAudit(options: AuditOptions): Audit {
  const { store, key } = options
  let last: Promise<unknown> = Promise.resolve()
  async function* read(after = 0): AsyncIterable<AuditLine> {
    for (let from = after; ;) {
      const lines = await store.readLog(log, { after: from, limit: 100 })
      const entries = await payloadsOf(store, lines)
      for (const [at, line] of lines.entries())
        yield { number: line.number, ...readLine(line), payload: entries[at]?.data }
      if (lines.length < 100) return
      from = lines.at(-1)?.number ?? from
    }
  }
  return {
    append(event, how = {}) {
      const turn = last.then(() => append(options, event, how))
      last = turn.catch(() => undefined)
      return turn
    },
    async settled() {
      await last
    },
    read,
    async head() {
      const line = await store.lastLine(log)
      return line === undefined ? undefined : { number: line.number, mac: readLine(line).mac }
    },
    verify: (kept) => verify(store, key, kept),
    async erase(number) {
      const [line] = await store.readLog(log, { after: number - 1, limit: 1 })
      if (line === undefined) return false
      const { entries } = await store.read([readLine(line).place])
      const [entry] = entries
      if (entry === undefined) return false
      return (await store.write([{ key: entry.key, expect: entry.version, remove: true }])).kind === 'written'
    },
  }
}

async function append(
  { store, key, now, newId }: AuditOptions,
  { kind, call, payload }: AuditEvent,
  how: { readonly relaxed?: boolean },
): Promise<void> {
  const place = `audit/${newId()}`
  // The salt goes with the payload: without it nobody can guess what was erased and try.
  const kept = { salt: randomBytes(16).toString('hex'), data: payload }
  const value = JSON.stringify(kept)
  const fields = { at: now(), kind, call, place, payload: keyedDigest(key, value) }
  // What the power takes it takes from the end: once the line behind it is on the disk, this is too.
  await store.write([{ key: place, expect: undefined, version: newId(), value }], { relaxed: true })
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const before = await store.lastLine(log)
    const mac = macOf(key, fields, before === undefined ? '' : readLine(before).mac)
    if (await store.append(log, before?.number ?? 0, JSON.stringify({ ...fields, mac }), how)) return
  }
  throw new Error('The record of calls is too busy to be written.')
}

interface Fields {
  readonly at: number
  readonly kind: string
  readonly call: string
  /** The key of the payload. */
  readonly place: string
  /** The digest of the payload. */
  readonly payload: string
}

function macOf(key: Uint8Array, { at, kind, call, place, payload }: Fields, before: string): string {
  return keyedDigest(key, ['audit', before, at, kind, call, place, payload])
}

/** What is damaged reads as empty, so that it can be shown and found to be broken. */
function readLine({ value }: LogLine): Fields & { readonly mac: string } {
  const said = parseJson(value)
  const fields: UnknownObject = isObject(said) ? said : {}
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')
  const at = typeof fields['at'] === 'number' ? fields['at'] : 0
  return {
    at,
    kind: text('kind'),
    call: text('call'),
    place: text('place'),
    payload: text('payload'),
    mac: text('mac'),
  }
}

interface Kept {
  readonly text: string
  readonly data: UnknownObject | undefined
}

async function payloadsOf(store: Store, lines: readonly LogLine[]): Promise<readonly (Kept | undefined)[]> {
  if (lines.length === 0) return []
  const { entries } = await store.read(lines.map((line) => readLine(line).place))
  return entries.map((entry) => {
    if (entry === undefined) return undefined
    const said = parseJson(entry.value)
    const data = isObject(said) ? said['data'] : undefined
    return { text: entry.value, data: isObject(data) ? data : undefined }
  })
}

async function verify(store: Store, key: Uint8Array, kept: Head | undefined): Promise<Verification> {
  let head: Head | undefined
  let erased = 0
  for (;;) {
    const lines = await store.readLog(log, { after: head?.number ?? 0, limit: 100 })
    const payloads = await payloadsOf(store, lines)
    for (const [at, line] of lines.entries()) {
      const fields = readLine(line)
      const fault = faultOf(key, { fields, before: head, payload: payloads[at], number: line.number, kept })
      if (fault !== undefined) return { kind: 'broken', number: line.number, reason: fault }
      erased += payloads[at] === undefined ? 1 : 0
      head = { number: line.number, mac: fields.mac }
    }
    if (lines.length < 100) return atEnd({ head, erased, kept })
  }
}

function atEnd({
  head,
  erased,
  kept,
}: {
  head: Head | undefined
  erased: number
  kept: Head | undefined
}): Verification {
  const lines = head?.number ?? 0
  return kept !== undefined && kept.number > lines
    ? { kind: 'broken', number: kept.number, reason: 'The record ends before the head that was kept.' }
    : { kind: 'whole', lines, erased, head }
}

interface Examined {
  readonly fields: Fields & { readonly mac: string }
  readonly before: Head | undefined
  readonly payload: Kept | undefined
  readonly number: number
  readonly kept: Head | undefined
}

function faultOf(key: Uint8Array, { fields, before, payload, number, kept }: Examined): string | undefined {
  if (number !== (before?.number ?? 0) + 1) return 'A line before it is missing.'
  if (fields.mac !== macOf(key, fields, before?.mac ?? '')) return 'It, or what was before it, was changed.'
  if (payload !== undefined && keyedDigest(key, payload.text) !== fields.payload)
    return 'What was said in it was changed.'
  if (kept?.number === number && kept.mac !== fields.mac) return 'It is not the line that the kept head names.'
  return undefined
}
