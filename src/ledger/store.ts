/** One thing that is remembered. */
export interface Entry {
  readonly key: string
  /** Which writing of it this is. No two have the same. */
  readonly version: string
  /** JSON, as a rule; a store does not look into it. */
  readonly value: string
  /** What is too large for JSON. */
  readonly bytes?: Uint8Array | undefined
  /** What it can be listed by. */
  readonly tag?: string | undefined
  /** Until when somebody is at work on it. In milliseconds since 1970, by the store's clock, as all times here. */
  readonly lease?: number | undefined
  /** From when on it counts as absent. */
  readonly expires?: number | undefined
}

/** What is to become of the entry under a key, where it is still the one that was seen. */
export type Change = {
  readonly key: string
  /** The version that was seen; undefined: none was there. */
  readonly expect: string | undefined
} & (
  | {
      /** The version that it becomes: an id that was never used before. */
      readonly version: string
      readonly value: string
      readonly bytes?: Uint8Array | undefined
      readonly tag?: string | undefined
      /** How long somebody is at work on it, in milliseconds. */
      readonly leaseMs?: number | undefined
      /** How long it is kept, in milliseconds. Default: until it is removed. */
      readonly keepMs?: number | undefined
    }
  | { readonly remove: true }
)

export interface WriteOptions {
  /** May be lost when the power fails, in return for speed. Never when only a process ends. */
  readonly relaxed?: boolean
}

export type Written =
  | { readonly kind: 'written'; readonly now: number }
  /** Nothing was written. `entries` are what stands under the keys of the changes, in their order. */
  | { readonly kind: 'conflict'; readonly now: number; readonly entries: readonly (Entry | undefined)[] }

export interface Query {
  /** What the keys begin with. */
  readonly prefix: string
  /** Only entries with this tag. */
  readonly tag?: string
  /** Only keys behind this one. */
  readonly after?: string
  /** Default: 100. */
  readonly limit?: number
}

/** One line of a log. Lines are numbered from 1. */
export interface LogLine {
  readonly number: number
  readonly value: string
  /** When it was appended. */
  readonly at: number
}

/**
 * What must not be forgotten: entries that are replaced only by who has seen them as they are, and logs that only grow.
 * Everything rejects with a `StoreError` where the place behind it fails; then it is unknown whether a change was made,
 * and the version tells. What has expired is not there.
 */
export interface Store {
  /** What stands under these keys, in their order, and what time it is. */
  readonly read: (keys: readonly string[]) => Promise<{ now: number; entries: readonly (Entry | undefined)[] }>
  /** Makes all changes or none. Their keys differ. */
  readonly write: (changes: readonly Change[], options?: WriteOptions) => Promise<Written>
  /** Extends the lease of an entry from now on, if it still has this version. Its version stays. */
  readonly renew: (key: string, version: string, leaseMs: number) => Promise<boolean>
  /** Entries in the order of their keys, by UTF-16 code units. Keys are ASCII. */
  readonly list: (query: Query) => Promise<readonly Entry[]>
  /** Resolves when the entry no longer has this version, in whatever process that happens, and when the signal aborts. */
  readonly changed: (key: string, version: string, signal: AbortSignal) => Promise<void>
  /** Appends to a log that has this many lines; false where it has more by now. */
  // oxlint-disable-next-line max-params -- how it is written is seldom said
  readonly append: (log: string, length: number, value: string, options?: WriteOptions) => Promise<boolean>
  /** Lines of a log behind the one with this number. Default: the first 100. */
  readonly readLog: (log: string, range?: { after?: number; limit?: number }) => Promise<readonly LogLine[]>
  readonly lastLine: (log: string) => Promise<LogLine | undefined>
  /** Deletes what has expired and gives back its space. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The place behind a store failed, or is full. The message is for who runs the server. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}
