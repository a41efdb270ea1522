import type { Manifest, UnknownObject } from '../tool/index.ts'
import type { Diagnostic } from './diagnostic.ts'
import { SourceError } from './source-error.ts'

/** What a set of entry modules was found to hold. */
export interface Compiled {
  /** The sound tools, also beside errors. */
  readonly manifest: Manifest
  readonly diagnostics: readonly Diagnostic[]
}

/** A compiled target whose functions can be called once it is loaded. */
export interface Loaded extends Compiled {
  /** Runs the modules. One namespace an entry, in the order of the entries. */
  load(): Promise<UnknownObject[]>
}

export interface TargetOptions {
  /** What the files in diagnostics are relative to. */
  readonly cwd: string
}

/** Compiles and bundles entry modules, or takes both from the cache when no file that was read has changed. */
export async function openTarget(entries: readonly string[], options: TargetOptions): Promise<Loaded> {
  throw new SourceError(`${entries.join(', ')} in ${options.cwd}: the compiler does not stand yet.`)
}
