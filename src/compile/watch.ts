import { existsSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compileCold } from './cold.ts'
import { cacheFolders } from './places.ts'
import { rethrowFrom } from './source-error.ts'
import { Session } from './session.ts'
import { loadedFrom } from './target.ts'
import type { Watched, WatchOptions } from './watch-entries.ts'

/**
 * Compiles entries, and again after each change of a file that they depend on. `entries` is asked each time, because a
 * folder may have got another file.
 */
export async function* compileOnChange(
  entries: () => Promise<readonly string[]>,
  { cwd, signal }: WatchOptions,
): AsyncGenerator<Watched, void> {
  const changes = new Changes(signal)
  let session: { readonly key: string; readonly value: Session } | undefined
  while (!signal.aborted) {
    changes.forget()
    try {
      const current = (await entries()).map((entry) => resolve(cwd, entry))
      const key = current.join('\0')
      if (session?.key !== key) session = { key, value: new Session(current) }
      const record = await compileCold(current, cacheFolders(current[0] ?? cwd), session.value).catch(rethrowFrom(cwd))
      changes.follow([...current, ...session.value.reads()])
      yield { kind: 'compiled', loaded: loadedFrom(record, cwd) }
    } catch (error) {
      changes.follow(session === undefined ? [] : [...session.key.split('\0'), ...session.value.reads()])
      yield { kind: 'broken', error: error instanceof Error ? error : new Error(String(error)) }
    }
    await changes.next()
  }
}

/** Editors save in several steps; what comes within this time is one change. */
const quiet = 15

/** Tells when a file changes that matters. */
class Changes {
  readonly #signal: AbortSignal
  readonly #watchers = new Map<string, FSWatcher>()
  #paths: ReadonlySet<string> = new Set()
  #hasChanged = false
  #wake = (): void => {}

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', () => this.#close(), { once: true })
  }

  /** Watches these paths, beside what is watched already. */
  follow(paths: Iterable<string>): void {
    this.#paths = new Set([...paths].filter((path) => !/[\\/]node_modules[\\/]/.test(path)))
    for (const folder of new Set([...this.#paths].map((path) => dirname(path)))) this.#watch(folder)
  }

  /** What changes from here on counts as a change. */
  forget(): void {
    this.#hasChanged = false
  }

  /** Waits until something has changed and then was quiet for a moment, or until the end. */
  async next(): Promise<void> {
    while (!this.#hasChanged && !this.#signal.aborted) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    if (this.#signal.aborted) return
    await new Promise((wake) => {
      setTimeout(wake, quiet)
    })
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder) || this.#signal.aborted || !existsSync(folder)) return
    const watcher = watch(folder, (_, name) => this.#notice(folder, name))
    // A folder that goes away takes its watcher with it, and that is a change.
    watcher.on('error', () => {
      this.#watchers.delete(folder)
      this.#notice(folder, null)
    })
    this.#watchers.set(folder, watcher)
  }

  /** A module that is new in a folder may be an entry. */
  #notice(folder: string, name: string | null): void {
    if (name !== null && !this.#paths.has(join(folder, name)) && !/\.[cm]?[jt]sx?$/.test(name)) return
    this.#hasChanged = true
    this.#wake()
  }

  #close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#wake()
  }
}
