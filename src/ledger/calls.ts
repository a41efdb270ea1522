import { canonicalJson, digest, parseJson } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import { beginAttempt } from './attempt.ts'
import type { Attempt, Place } from './attempt.ts'
import { callPrefix, readRecord, writeRecord } from './call-record.ts'
import type { CallRecord } from './call-record.ts'
import { insist, writeSurely } from './insist.ts'
import { refOf } from './ref.ts'
import { StoreError } from './store.ts'
import type { Change, Entry, Store } from './store.ts'

/** A call that must not act twice. */
export interface WantedCall {
  readonly tool: string
  /** Within what its key is one key: a server and a caller, or what callers belong to. */
  readonly scope: readonly string[]
  readonly caller: string
  /** The arguments that make the key, and all of them, in canonical form. */
  readonly key: UnknownObject
  readonly args: UnknownObject
  /** The client's own key for this call. It never loosens the other. */
  readonly clientKey: string | undefined
  /** How long the first result stands, in milliseconds. */
  readonly windowMs: number
}

/** How a key stands. */
export type Standing =
  /** Nothing has begun under it. `idempotencyKey` is what a call would be known by. */
  | { readonly kind: 'free'; readonly idempotencyKey: string; readonly steps: UnknownObject }
  | ({ readonly kind: 'done' | 'unknown' } & Known)
  /** Somebody is at work on it, until then at least. */
  | ({ readonly kind: 'running'; readonly until: number; readonly now: number } & Known)
  /** The client has used its key for other arguments: those of these names differ. */
  | { readonly kind: 'conflict'; readonly fields: readonly string[] }

export type Taken = Exclude<Standing, { kind: 'free' }>

/** What is known of a call that came before. */
export interface Known {
  /** What people name it by. */
  readonly ref: string
  readonly record: CallRecord
  readonly place: Place
}

/** Sees to it that calls with one key have one effect. All but `look` may reject with a `StoreError`. */
export interface Calls {
  /** How a key stands, without claiming it. */
  readonly look: (wanted: WantedCall) => Promise<Standing>
  /** Claims the key where it is free: from then on the effect counts as begun. */
  readonly claim: (wanted: WantedCall) => Promise<Claimed | Taken>
  /** Claims what is not known, to try it again under the key that it had; undefined where that has changed meanwhile. */
  readonly retry: (known: Known, wanted: WantedCall) => Promise<Attempt | undefined>
  /** Resolves when the call is no longer as it was known, or the signal aborts. */
  readonly changed: (known: Known, signal: AbortSignal) => Promise<void>
}

export interface Claimed {
  readonly kind: 'claimed'
  readonly attempt: Attempt
}

export interface CallsOptions {
  readonly store: Store
  readonly now: () => number
  readonly newId: () => string
  /** How long a process may be silent before what it runs counts as unknown, in milliseconds. Default: 15 seconds. */
  readonly leaseMs?: number
}

const aliasPrefix = 'key/'
const leaseMs = 15_000

/** Idempotent calls over a store. */
export function createCalls(options: CallsOptions): Calls {
  const settings = { leaseMs, ...options }
  const { store } = settings
  return {
    async look(wanted) {
      const keys = keysOf(wanted, settings)
      const { call, alias } = keys
      const { now, entries } = await store.read(alias === undefined ? [call] : [call, alias])
      const taken = await takenBy(wanted, { now, entries, call }, store)
      if (taken !== undefined) return taken
      const { idempotencyKey, steps = {} } = nextRecord(wanted, entries[0], { ...settings, ...keys })
      return { kind: 'free', idempotencyKey, steps }
    },
    claim: (wanted) => claim(wanted, settings),
    async retry({ record, place }, wanted) {
      const running: CallRecord = { ...record, state: 'running' }
      const change = runningChange(running, place.key, { expect: place.version, ...settings })
      const { kind } = await writeSurely(store, [change])
      if (kind === 'conflict') return undefined
      const attempt = { ...settings, usualKey: keysOf(wanted, settings).usual }
      return beginAttempt(running, { key: place.key, version: change.version }, attempt)
    },
    changed: ({ place }, signal) => store.changed(place.key, place.version, signal),
  }
}

type Settings = Required<CallsOptions>

/** So often the key may have become another between two looks. */
const patience = 5

async function claim(wanted: WantedCall, settings: Settings): Promise<Claimed | Taken> {
  const { store, newId } = settings
  const { call, alias, usual } = keysOf(wanted, settings)
  let seen: readonly (Entry | undefined)[] = []
  for (let turn = 0; turn < patience; turn += 1) {
    const record = nextRecord(wanted, seen[0], { ...settings, usual })
    const running = runningChange(record, call, { expect: seen[0]?.version, ...settings })
    const pointer = { expect: seen[1]?.version, version: newId(), value: JSON.stringify(call), keepMs: wanted.windowMs }
    const changes = alias === undefined ? [running] : [running, { key: alias, ...pointer }]
    const written = await writeSurely(store, changes).catch((error: unknown) => {
      void abandon(running, store)
      throw error
    })
    if (written.kind === 'written') {
      return { kind: 'claimed', attempt: beginAttempt(record, running, { ...settings, usualKey: usual }) }
    }
    const taken = await takenBy(wanted, { ...written, call }, store)
    if (taken !== undefined) return taken
    seen = written.entries
  }
  throw new StoreError('The ledger changes faster than it can be read.')
}

function runningChange(
  record: CallRecord,
  key: string,
  { expect, newId, leaseMs: lease }: { expect: string | undefined; newId: () => string; leaseMs: number },
): Exclude<Change, { remove: true }> {
  return { key, expect, version: newId(), tag: 'running', leaseMs: lease, ...writeRecord(record) }
}

/** A claim of which nobody knows whether it was made, for a call that will not run. */
async function abandon({ key, version }: Place, store: Store): Promise<void> {
  await insist(() => store.write([{ key, expect: version, remove: true }])).catch(() => undefined)
}

/** The record of the call that is to run next, which goes on where one before it was set free. */
function nextRecord(
  wanted: WantedCall,
  before: Entry | undefined,
  { now, usual }: Pick<Settings, 'now'> & Pick<Keys, 'usual'>,
): CallRecord {
  const { tool, caller, args, key, windowMs } = wanted
  const { idempotencyKey = usual, steps } = before === undefined ? {} : readRecord(before.value, before.bytes)
  const began = now()
  return {
    state: 'running',
    tool,
    caller,
    args,
    key,
    began,
    windowMs,
    idempotencyKey,
    ...(steps !== undefined && { steps }),
  }
}

interface Keys {
  /** Of the record of the call, and of the entry that the client's own key stands for. */
  readonly call: string
  readonly alias: string | undefined
  /** What systems behind can know the call by: the same for a while, so that they tell a second try, then another. */
  readonly usual: string
}

function keysOf(wanted: WantedCall, { now }: Settings): Keys {
  const { scope, tool, key, caller, clientKey, windowMs } = wanted
  const call = callPrefix + digest([scope, tool, key])
  return {
    call,
    alias: clientKey === undefined ? undefined : aliasPrefix + digest([scope, tool, caller, clientKey]),
    usual: digest([call, Math.floor(now() / windowMs)]).slice(0, 40),
  }
}

/** Why a key cannot be claimed, if it cannot. */
async function takenBy(
  wanted: WantedCall,
  {
    now,
    entries: [entry, alias],
    call,
  }: { readonly now: number; readonly entries: readonly (Entry | undefined)[]; readonly call: string },
  store: Store,
): Promise<Taken | undefined> {
  const other = alias === undefined ? call : String(parseJson(alias.value))
  if (other !== call) {
    const [before] = (await store.read([other])).entries
    const used = before === undefined ? undefined : readRecord(before.value, before.bytes)
    if (used !== undefined && !isFree(used)) return { kind: 'conflict', fields: differing(wanted.key, used.key) }
  }
  if (entry === undefined) return undefined
  const record = readRecord(entry.value, entry.bytes)
  if (isFree(record)) return undefined
  const known = { ref: refOf(entry.key), record, place: { key: entry.key, version: entry.version } }
  if (record.state === 'done') return { kind: 'done', ...known }
  const until = record.state === 'running' ? (entry.lease ?? 0) : 0
  return until > now ? { kind: 'running', until, now, ...known } : { kind: 'unknown', ...known }
}

function isFree({ state }: CallRecord): boolean {
  return state === 'waiting' || state === 'released'
}

function differing(one: UnknownObject, other: UnknownObject): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => canonicalJson([one[name] ?? null]) !== canonicalJson([other[name] ?? null]))
}
