import { dirname, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../tool/index.ts'
import type { Manifest, UnknownObject } from '../tool/index.ts'
import { readRecord } from './cache.ts'
import type { CacheRecord } from './cache.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { ToolEffects } from './effects/effect.ts'
import { findAllEntries } from './entries.ts'
import { explainLoad } from './load-error.ts'
import { cacheFolders, projectOf } from './places.ts'
import { rethrowFrom, SourceError } from './source-error.ts'

/** What a set of entry modules was found to hold. */
export interface Compiled {
  /** The sound tools, also beside errors. */
  readonly manifest: Manifest
  readonly diagnostics: readonly Diagnostic[]
}

/** A compiled target whose functions can be called once it is loaded. */
export interface Loaded extends Compiled {
  /** The entry modules, by absolute path. */
  readonly entries: readonly string[]
  /** A digest of their code, without that of packages. */
  readonly digest: string
  /** The folder that the entries belong to: the nearest with a `package.json`, else their own. */
  readonly project: string
  /** Runs the modules. One namespace an entry, in the order of the entries. */
  load(this: void): Promise<UnknownObject[]>
  /** Reads the code of the tools for what it can do to the world. The first time takes the compiler, and its time. */
  effects(this: void): Promise<readonly ToolEffects[]>
}

export interface TargetOptions {
  /** What the entries, and the files in diagnostics, are relative to. */
  readonly cwd: string
}

/**
 * Compiles and bundles entry modules, or takes both from the cache when no file that was read has changed. Throws a
 * `SourceError` for what is not there or cannot be used at all.
 */
export async function openTarget(targets: readonly string[], { cwd }: TargetOptions): Promise<Loaded> {
  const entries = await findAllEntries(targets, cwd)
  const folders = cacheFolders(entries[0] ?? cwd)
  const record = (await readRecord(folders, entries)) ?? (await compile(entries, folders).catch(rethrowFrom(cwd)))
  return loadedFrom(record, cwd)
}

/** A record as those see it who use it. */
export function loadedFrom(record: CacheRecord, cwd: string): Loaded {
  const folder = dirname(record.entries[0] ?? cwd)
  return {
    project: projectOf(folder) ?? folder,
    entries: record.entries,
    digest: record.bundle.hash,
    manifest: record.manifest,
    diagnostics: record.diagnostics.map((each) => ({ ...each, file: relative(cwd, each.file) })),
    load: async () => await load(record, cwd),
    async effects() {
      const { effectsOf } = await import('./effects-cache.ts')
      return await effectsOf(record, cwd)
    },
  }
}

/** The compiler and the bundler are loaded only when they are needed. */
async function compile(entries: readonly string[], folders: readonly string[]): Promise<CacheRecord> {
  const { compileCold } = await import('./cold.ts')
  return await compileCold(entries, folders)
}

async function load({ bundle, entries }: CacheRecord, cwd: string): Promise<UnknownObject[]> {
  process.setSourceMapsEnabled(true)
  const loaded: unknown = await import(pathToFileURL(bundle.path).href).catch((error: unknown) => {
    throw new SourceError(explainLoad(error, entries, cwd), { cause: error })
  })
  if (!isObject(loaded)) throw new TypeError('A bundle is a module.')
  return entries.map((_, index) => {
    const namespace = loaded[`m${index}`]
    return isObject(namespace) ? namespace : {}
  })
}
