import { digest, isObject, parseJson } from '../../tool/index.ts'
import { writeSurely } from '../insist.ts'
import type { Entry, Store } from '../store.ts'
import type { DraftOrigin } from './record.ts'

/** A server that stands by to send what is approved. */
export interface LiveServer {
  readonly key: string
  readonly version: string
  /** How long it counts as there unless it is heard of again, in milliseconds. */
  readonly restMs: number
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

/** The servers that stand by for a module, as far as was heard of late. */
export async function liveServers(store: Store, module: string): Promise<LiveServer[]> {
  const entries = await store.list({ prefix: `${livePrefix}${module}/` })
  const { now } = await store.read([])
  return entries.flatMap((entry) => {
    const restMs = (entry.lease ?? 0) - now
    return restMs > 0 ? [readLive(entry, restMs)] : []
  })
}

/** Those of them that answer at once. One that was killed does not, and is forgotten. */
export async function awakeServers(
  store: Store,
  module: string,
  { newId, patienceMs = 2000 }: { readonly newId: () => string; readonly patienceMs?: number },
): Promise<LiveServer[]> {
  const live = await liveServers(store, module)
  await Promise.all(
    live.map(async (server) => {
      const version = await ring(store, server, newId)
      if (version === undefined || (await answers(store, { key: server.key, version }, patienceMs))) return
      await writeSurely(store, [{ key: server.key, expect: version, remove: true }])
    }),
  )
  return await liveServers(store, module)
}

/** Tells a server that there may be something to send. Gives the version that it then replaces. */
export async function ring(
  store: Store,
  { key, version, restMs, ...live }: LiveServer,
  newId: () => string,
): Promise<string | undefined> {
  const rung = newId()
  const value = JSON.stringify({ digest: live.digest, missing: live.missing })
  const { kind } = await writeSurely(store, [{ key, expect: version, version: rung, value, leaseMs: restMs }])
  return kind === 'written' ? rung : undefined
}

async function answers(store: Store, { key, version }: Pick<Entry, 'key' | 'version'>, ms: number): Promise<boolean> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), ms)
  await store.changed(key, version, over.signal)
  clearTimeout(timer)
  return (await store.read([key])).entries[0]?.version !== version
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

function readLive({ key, version, value }: Entry, restMs: number): LiveServer {
  const said = parseJson(value)
  const { digest: code, missing } = isObject(said) ? said : {}
  return { key, version, restMs, digest: String(code), missing: Array.isArray(missing) ? missing.map(String) : [] }
}

function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
