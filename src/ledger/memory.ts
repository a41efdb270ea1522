import type { Change, Entry, LogLine, Query, Store, Written } from './store.ts'
import { StoreError } from './store.ts'
import { requireText, textsOf } from './text.ts'
import { createWatchers } from './watchers.ts'

export interface MemoryOptions {
  readonly now: () => number
  /** In bytes, about. New entries are refused beyond. Default: 256 MiB. */
  readonly limit?: number
}

/** A store that lasts as long as its process, and is seen by nobody else. */
export function memoryStore(options: MemoryOptions): Store {
  return { ...memoryEntries(options), ...memoryLogs(options), close: async () => undefined }
}

function memoryEntries({ now, limit = 256 * 1024 * 1024 }: MemoryOptions): Omit<Store, keyof Logs | 'close'> {
  const entries = new Map<string, Entry>()
  const watchers = createWatchers()
  let size = 0

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry?.expires !== undefined && entry.expires <= now() ? undefined : entry
  }

  function put(key: string, entry: Entry | undefined): void {
    size += sizeOf(entry) - sizeOf(entries.get(key))
    if (entry === undefined) entries.delete(key)
    else entries.set(key, entry)
    watchers.wake(key)
  }

  function sweep(): void {
    for (const key of entries.keys()) if (find(key) === undefined) put(key, undefined)
  }

  function makeRoom(changes: readonly Change[]): void {
    if (size <= limit || changes.every(({ expect }) => expect !== undefined)) return
    sweep()
    if (size > limit) throw new StoreError(`The ledger in memory is full: it holds ${limit} bytes.`)
  }

  function write(changes: readonly Change[]): Written {
    requireText(textsOf(changes))
    const time = now()
    const found = changes.map(({ key }) => find(key))
    if (changes.some(({ expect }, at) => found[at]?.version !== expect))
      return { kind: 'conflict', now: time, entries: found }
    makeRoom(changes)
    for (const change of changes) put(change.key, 'remove' in change ? undefined : entryOf(change, time))
    return { kind: 'written', now: time }
  }

  return {
    read: async (keys) => ({ now: now(), entries: keys.map(find) }),
    write: async (changes) => write(changes),
    async renew(key, version, leaseMs) {
      const entry = find(key)
      if (entry?.version !== version) return false
      entries.set(key, { ...entry, lease: now() + leaseMs })
      return true
    },
    list: async (query) => select([...entries.keys()].map(find), query),
    changed: (key, version, signal) => watchers.watch(key, signal, () => find(key)?.version !== version),
    sweep: async () => sweep(),
  }
}

type Logs = Pick<Store, 'append' | 'readLog' | 'lastLine'>

function memoryLogs({ now }: MemoryOptions): Logs {
  const logs = new Map<string, LogLine[]>()
  return {
    async append(log, length, value) {
      requireText([log, value])
      const lines = logs.get(log) ?? []
      if (lines.length !== length) return false
      logs.set(log, lines)
      lines.push({ number: length + 1, value, at: now() })
      return true
    },
    readLog: async (log, { after = 0, limit = 100 } = {}) => (logs.get(log) ?? []).slice(after, after + limit),
    lastLine: async (log) => logs.get(log)?.at(-1),
  }
}

function entryOf(change: Exclude<Change, { remove: true }>, now: number): Entry {
  const { key, version, value, bytes, tag, leaseMs, keepMs } = change
  return {
    key,
    version,
    value,
    ...(bytes !== undefined && { bytes }),
    ...(tag !== undefined && { tag }),
    ...(leaseMs !== undefined && { lease: now + leaseMs }),
    ...(keepMs !== undefined && { expires: now + keepMs }),
  }
}

function sizeOf(entry: Entry | undefined): number {
  if (entry === undefined) return 0
  return 200 + entry.key.length + entry.value.length + (entry.bytes?.length ?? 0)
}

function select(entries: readonly (Entry | undefined)[], { prefix, tag, after = '', limit = 100 }: Query): Entry[] {
  return entries
    .filter((entry): entry is Entry => entry !== undefined)
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .filter((entry) => tag === undefined || entry.tag === tag)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, limit)
}
