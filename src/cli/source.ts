import { formatDiagnostic, isRefusal, SourceError } from '../compile/index.ts'
import type { Loaded } from '../compile/index.ts'
import type { Store } from '../ledger/index.ts'
import { createServer, filesWithin, openLedger, serveModules } from '../serve/index.ts'
import type { Observer, Server, ServedModules, ServerOptions } from '../serve/index.ts'
import type { Manifest, ServerInfo } from '../tool/index.ts'
import type { Io } from './command.ts'
import { type Access, joinAuth } from './serving/access.ts'

/** A target whose modules run behind a server. */
export interface Running extends Pick<ServedModules, 'stop' | 'actsOnce'> {
  readonly server: Server
  readonly ledger: Store
  readonly info: ServerInfo
  readonly http: ServerOptions['http']
  /** Whether its ledger ends with the process. */
  readonly isForgetful: boolean
}

/** How a target runs. */
export interface RunOptions {
  /** The URL of the ledger. Default: its own. */
  readonly ledger?: string | undefined
  /** Who hears of its requests, once its modules have run. */
  readonly observe?: (options: ServerOptions) => Promise<readonly Observer[]>
  /** Takes a line about what went wrong inside. Default: stderr. */
  readonly log?: (line: string) => void
  /** Whose tokens are taken over HTTP, before what the modules say of it. */
  readonly auth?: Access['auth']
  /** Whose pages may call over HTTP. */
  readonly allowedOrigins?: Access['allowedOrigins']
}

/**
 * Runs the modules of a target and puts what they export behind a server, with the ledger that is named, else its own.
 * Throws a `SourceError` or a `StoreError` where that fails.
 */
export async function runSource(loaded: Loaded, io: Io, how: RunOptions = {}): Promise<Running> {
  return await runServed(loaded, await loadServed(loaded, io), { ...how, io })
}

/** Runs the modules of a target. Throws a `SourceError` where that fails, or where they cannot be served. */
export async function loadServed(loaded: Loaded, io: Io): Promise<ServedModules> {
  io.quiet()
  const modules = await loaded.load()
  const served = orSourceError(() => serveModules(loaded.manifest, modules, io.env))
  for (const { name, description } of served.missing) io.err(`warning: ${name} is not set: ${description}`)
  return served
}

/** Puts what was loaded behind a server. */
export async function runServed(
  loaded: Loaded,
  served: ServedModules,
  how: RunOptions & { readonly io: Io },
): Promise<Running> {
  const { ledger: url, observe, io, allowedOrigins, log = io.err } = how
  const { options, stop, actsOnce } = served
  const auth = joinAuth(options.auth, how.auth)
  const ledger = await openLedger(served, { url, cwd: io.cwd, folder: loaded.project, env: io.env })
  const readFile = filesWithin(loaded.project)
  const observers = (await observe?.(options)) ?? []
  return {
    server: orSourceError(() =>
      createServer({ ...options, ...(auth && { auth }), ledger, source: loaded, readFile, observers, log }),
    ),
    ledger,
    info: options,
    http: { ...options.http, ...(allowedOrigins && { allowedOrigins }) },
    actsOnce,
    isForgetful: (url ?? io.env['VERBNOUN_LEDGER'] ?? served.ledger)?.startsWith('memory:') === true,
    async stop() {
      await stop()
      await ledger.close()
    },
  }
}

/** What cannot be served is the author's to mend. */
export function orSourceError<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SourceError(error.message, { cause: error })
  }
}

/** Says what a source is refused for; what is only to be wished of it, by number. Returns whether it is refused. */
export function tellRefusals({ diagnostics }: Loaded, targets: readonly string[], io: Io): boolean {
  const refusals = diagnostics.filter(isRefusal)
  for (const diagnostic of refusals) io.err(formatDiagnostic(diagnostic))
  const rest = diagnostics.length - refusals.length
  if (rest > 0)
    io.err(`${rest} ${rest === 1 ? 'warning' : 'warnings'}: verbnoun inspect ${targets.join(' ')} shows them.`)
  return refusals.length > 0
}

/** A target that names no tool and no error is most likely the wrong file. */
export function requireTools({ manifest, diagnostics }: Loaded, targets: readonly string[]): void {
  if (manifest.tools.length + (manifest.runtime ?? []).length > 0 || diagnostics.length > 0) return
  throw new SourceError(`${targets.join(', ')} exports no tool: a tool is an exported function with a doc comment.`)
}

/** Whether a module must run before all that it serves is known. */
export function isSeenRunning({ runtime = [], declaration }: Manifest): boolean {
  return runtime.length + (declaration?.computed ?? []).length > 0
}
