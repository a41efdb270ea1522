import type { Loaded } from './target.ts'

export interface WatchOptions {
  /** What the files in diagnostics are relative to. */
  readonly cwd: string
  readonly signal: AbortSignal
}

/** What one state of the sources came to. */
export type Watched =
  | { readonly kind: 'compiled'; readonly loaded: Loaded }
  /** The sources cannot be used as they are; the next change may mend them. */
  | { readonly kind: 'broken'; readonly error: Error }

/**
 * Compiles entries, and again after each change of a file that they depend on. `entries` is asked each time, because a
 * folder may have got another file. Ends when the signal aborts.
 */
export async function* watchEntries(
  entries: () => Promise<readonly string[]>,
  options: WatchOptions,
): AsyncGenerator<Watched, void> {
  const { compileOnChange } = await import('./watch.ts')
  yield* compileOnChange(entries, options)
}
