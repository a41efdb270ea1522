import type { Manifest } from '../tool/index.ts'
import type { Diagnostic } from './diagnostic.ts'

export interface BuildOptions {
  /** What the entries, the outfile, and the files in diagnostics are relative to. */
  readonly cwd: string
  /** Ends in `.mjs`, or in `.js` where its `package.json` says `"type": "module"`. */
  readonly outfile: string
  /** Packages that are not built in, by name. */
  readonly external?: readonly string[]
  /** The module that serves: it exports `run(manifest, modules)`. Default: one that serves over stdio. */
  readonly main?: string
}

/** What a build came to. Without an `outfile` nothing was written, and the diagnostics say why. */
export interface Built {
  readonly manifest: Manifest
  readonly diagnostics: readonly Diagnostic[]
  readonly outfile?: string
}

/**
 * Writes one file that serves the tools of the entries without their sources, their packages, or a compiler. Throws a
 * `SourceError` where there is nothing to serve, or where writing would destroy what is no built file.
 */
export async function buildServer(entries: readonly string[], options: BuildOptions): Promise<Built> {
  const { writeServer } = await import('./write-server.ts')
  return await writeServer(entries, options)
}
