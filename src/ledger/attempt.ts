import type { ToolResult, UnknownObject } from '../tool/index.ts'
import type { CallRecord } from './call-record.ts'
import { writeRecord } from './call-record.ts'
import { insist, writeSurely } from './insist.ts'
import { refOf } from './ref.ts'
import type { Change, Store } from './store.ts'

/** Which writing of which entry. */
export interface Place {
  readonly key: string
  readonly version: string
}

/** A call whose effect has begun, in this process. What becomes of it is written here, until somebody else decides. */
export interface Attempt {
  /** What people name the call by. */
  readonly ref: string
  /** What systems behind can know the call by. */
  readonly idempotencyKey: string
  /** What the steps that are done gave, by name. */
  readonly steps: UnknownObject
  /** Keeps what a step gave. */
  readonly keepStep: (name: string, value: unknown) => Promise<void>
  /** The effect happened, and this is the first result. May be said of what was unknown. */
  readonly done: (result: ToolResult) => Promise<void>
  /** It may have happened. */
  readonly unknown: () => Promise<void>
  /** Nothing has happened but the steps that are kept: the next call may run. `waiting` when a person was asked. */
  readonly free: (state: 'released' | 'waiting') => Promise<void>
}

export interface AttemptSettings {
  readonly store: Store
  readonly now: () => number
  readonly newId: () => string
  readonly leaseMs: number
  /** The `idempotencyKey` that the next call would have anyway. */
  readonly usualKey: string
}

/** How long a question may stay open. */
const waitingMs = 3_600_000

/** Holds the lease of a claimed key while its effect is under way. */
export function beginAttempt(begun: CallRecord, place: Place, settings: AttemptSettings): Attempt {
  const { store, now, leaseMs, usualKey } = settings
  const { windowMs } = begun
  const held = hold(begun, place, settings)
  const renew = (): void => void store.renew(place.key, held.version(), leaseMs).catch(ignore)
  const heartbeat = setInterval(renew, leaseMs / 3)
  heartbeat.unref()
  const end = async (written: Promise<void>): Promise<void> => {
    await written
    clearInterval(heartbeat)
  }
  return {
    ref: refOf(place.key),
    idempotencyKey: begun.idempotencyKey,
    get steps() {
      return held.record().steps ?? {}
    },
    keepStep: (name, value) =>
      held.become((record) => ({ ...record, steps: { ...record.steps, [name]: value } }), { leaseMs }),
    done: (result) =>
      end(held.become((record) => ({ ...record, state: 'done', ended: now(), result }), { keepMs: windowMs })),
    unknown: () => end(held.become((record) => ({ ...record, state: 'unknown' }))),
    free(state) {
      if (state === 'waiting') return end(held.become((record) => ({ ...record, state }), { keepMs: waitingMs }))
      const isBlank = held.record().steps === undefined && begun.idempotencyKey === usualKey
      return end(isBlank ? held.remove() : held.become((record) => ({ ...record, state }), { keepMs: windowMs }))
    },
  }
}

/** A record that this process may write as long as nobody else has; then what somebody else decided stands. */
interface Held {
  readonly record: () => CallRecord
  readonly version: () => string
  readonly become: (
    change: (record: CallRecord) => CallRecord,
    times?: Pick<Writing, 'keepMs' | 'leaseMs'>,
  ) => Promise<void>
  readonly remove: () => Promise<void>
}

type Writing = Exclude<Change, { remove: true }>

function hold(begun: CallRecord, { key, version }: Place, { store, newId }: AttemptSettings): Held {
  let current = { record: begun, version }
  /** Writes come one after the other: each begins with what the one before has left. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (write: () => Promise<unknown>): Promise<void> => {
    const written = last.then(() => insist(write)).then(ignore)
    last = written.catch(ignore)
    return written
  }
  return {
    record: () => current.record,
    version: () => current.version,
    become(change, times) {
      const id = newId()
      return inTurn(async () => {
        const record = change(current.record)
        const tag = isOpen(record) ? record.state : undefined
        const entry = { key, expect: current.version, version: id, tag, ...times, ...writeRecord(record) }
        const { kind } = await writeSurely(store, [entry], { relaxed: true })
        if (kind === 'written') current = { record, version: id }
      })
    },
    remove: () => inTurn(() => writeSurely(store, [{ key, expect: current.version, remove: true }], { relaxed: true })),
  }
}

function isOpen({ state }: CallRecord): boolean {
  return state !== 'done' && state !== 'released'
}

function ignore(): void {}
