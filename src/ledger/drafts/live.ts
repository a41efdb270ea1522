import { digest, isObject, parseJson } from '../../tool/index.ts'
import { writeSurely } from '../insist.ts'
import type { Entry, Store } from '../store.ts'
import type { DraftOrigin } from './record.ts'

/** A server that stands by to send what is approved. */
export interface LiveServer {
  readonly key: string
  readonly version: string
  readonly digest: string
  /** The environment that it lacks, by name. */
  readonly missing: readonly string[]
}

const livePrefix = 'live/'
/** How long a server may be silent before it counts as gone, in milliseconds. */
const leaseMs = 30_000

/** What servers that can send each other's drafts have in common. */
export function moduleOf({ server, entries }: Pick<DraftOrigin, 'server' | 'entries'>): string {
  return digest([server, entries])
}

/** The servers that stand by for a module. */
export async function liveServers(store: Store, module: string): Promise<LiveServer[]> {
  const entries = await store.list({ prefix: `${livePrefix}${module}/` })
  const { now } = await store.read([])
  return entries.filter(({ lease = 0 }) => lease > now).map(readLive)
}

/** Tells a server that there is something to send. */
export async function ring(store: Store, { key, version, ...live }: LiveServer, newId: () => string): Promise<void> {
  const value = JSON.stringify({ digest: live.digest, missing: live.missing })
  await writeSurely(store, [{ key, expect: version, version: newId(), value, leaseMs }])
}

export interface StandingBy {
  readonly store: Store
  readonly newId: () => string
  readonly origin: DraftOrigin
  readonly missing: readonly string[]
  /** Runs at first, and whenever somebody rings. */
  readonly answer: () => Promise<void>
  readonly signal: AbortSignal
}

/** Stands by until the signal aborts. Never rejects: while the store fails, nobody can ring. */
export async function standBy(standing: StandingBy): Promise<void> {
  const { store, newId, origin, signal } = standing
  const key = `${livePrefix}${moduleOf(origin)}/${newId()}`
  while (!signal.aborted) {
    const isWell = await hearOnce(key, standing).then(
      () => true,
      () => false,
    )
    if (!isWell) await elapsed(retryMs, signal)
  }
  await leave(store, key).catch(() => undefined)
}

const retryMs = 5000

async function hearOnce(key: string, { store, newId, origin, missing, answer, signal }: StandingBy): Promise<void> {
  const version = newId()
  const { entries } = await store.read([key])
  const value = JSON.stringify({ digest: origin.digest, missing })
  const appeared = await writeSurely(store, [{ key, expect: entries[0]?.version, version, value, leaseMs }])
  if (appeared.kind === 'conflict') return
  const heartbeat = setInterval(() => void store.renew(key, version, leaseMs).catch(() => undefined), leaseMs / 3)
  heartbeat.unref()
  try {
    await sweep(store, origin)
    await answer()
    await store.changed(key, version, signal)
  } finally {
    clearInterval(heartbeat)
  }
}

/** Those that did not take their leave. */
async function sweep(store: Store, origin: DraftOrigin): Promise<void> {
  const { now } = await store.read([])
  for (const { key, version, lease = 0 } of await store.list({ prefix: `${livePrefix}${moduleOf(origin)}/` }))
    if (lease <= now) await store.write([{ key, expect: version, remove: true }])
}

async function leave(store: Store, key: string): Promise<void> {
  const { entries } = await store.read([key])
  if (entries[0] !== undefined) await store.write([{ key, expect: entries[0].version, remove: true }])
}

function readLive({ key, version, value }: Entry): LiveServer {
  const said = parseJson(value)
  const { digest: code, missing } = isObject(said) ? said : {}
  return { key, version, digest: String(code), missing: Array.isArray(missing) ? missing.map(String) : [] }
}

function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
