import { formatDiagnostic, type Loaded, SourceError, type Watched } from '../../compile/index.ts'
import type { Renewal, Server, ServedModules } from '../../serve/index.ts'
import type { Io } from '../command.ts'
import { loadServed, orSourceError, requireTools, runServed, type Running, type RunOptions } from '../source.ts'
import { type CountedCalls, countCalls } from './counted-calls.ts'

/** How what is reloaded runs, and what it is called. */
export interface ReloadOptions extends RunOptions {
  readonly io: Io
  /** As it was typed. */
  readonly words: readonly string[]
}

/** What is served while its sources change. */
export interface Reloading {
  /** Takes a state of the sources. One that cannot be served is told, and the last good one goes on. */
  readonly take: (state: Watched) => Promise<void>
  /** What is served; undefined before the first good state. */
  readonly running: () => Running | undefined
  /** Ends what the modules have begun, and the ledger. */
  readonly stop: () => Promise<void>
}

/** Modules that were loaded, with the calls that run in them. */
interface Generation {
  readonly served: ServedModules
  readonly digest: string
  readonly calls: CountedCalls
}

interface Current {
  readonly running: Running
  readonly generation: Generation
}

/** Serves the newest good state of sources. */
export function createReloading(options: ReloadOptions): Reloading {
  const { io } = options
  const retiring = new Set<Promise<void>>()
  let current: Current | undefined

  async function adopt(loaded: Loaded): Promise<void> {
    const next = await load(loaded, io)
    if (current === undefined) {
      requireTools(loaded, options.words)
      current = { generation: next, running: await runServed(loaded, next.served, options) }
      return
    }
    const { running, generation } = current
    const isSame = generation.digest === next.digest
    const before = listed(running.server)
    orSourceError(() => running.server.update(renewalOf(loaded, next, isSame)))
    io.err(`reloaded: ${differences(before, listed(running.server))}`)
    // The same code is the same module: what it has begun goes on.
    if (isSame) return
    current = { running, generation: next }
    const retired = retire(generation, options).finally(() => retiring.delete(retired))
    retiring.add(retired)
  }

  return {
    running: () => current?.running,
    async take(state) {
      try {
        await adopt(usable(state, io))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        io.err(error.message)
        io.err(current === undefined ? 'Nothing is served until this is mended.' : 'The last good state is served on.')
      }
    },
    async stop() {
      await Promise.all(retiring)
      await current?.generation.served.stop()
      await current?.running.ledger.close()
    },
  }
}

/** What was compiled, where nothing is wrong with it. An author who is at work may still have to describe an export. */
function usable(state: Watched, io: Io): Loaded {
  if (state.kind === 'broken') throw state.error
  const { diagnostics } = state.loaded
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const diagnostic of diagnostics) if (!errors.includes(diagnostic)) io.err(formatDiagnostic(diagnostic))
  if (errors.length > 0) throw new SourceError(errors.map(formatDiagnostic).join('\n'))
  return state.loaded
}

async function load(loaded: Loaded, io: Io): Promise<Generation> {
  const served = await loadServed(loaded, io)
  const calls = countCalls()
  const options = { ...served.options, around: [calls.around, ...(served.options.around ?? [])] }
  return { served: { ...served, options }, digest: loaded.digest, calls }
}

function renewalOf(source: Loaded, { served: { options } }: Generation, isSame: boolean): Renewal {
  const { tools, resources = [], prompts = [], drafts = [], errors, secrets = [], around = [] } = options
  if (isSame) return { tools, resources, prompts, source }
  const { timeoutMs, tenant, environment } = options
  return {
    tools,
    resources,
    prompts,
    drafts,
    errors,
    secrets,
    around,
    source,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(tenant !== undefined && { tenant }),
    ...(environment !== undefined && { environment }),
  }
}

/** Calls that run end on the code that they began on; then that code may clean up. */
async function retire({ served, calls }: Generation, { io, log = io.err }: ReloadOptions): Promise<void> {
  await calls.ended()
  await served.stop().catch((error: unknown) => log(`stop() of the code before failed: ${String(error)}`))
}

function listed(server: Server): ReadonlyMap<string, string> {
  return new Map(server.listTools().map((tool) => [String(tool['name']), JSON.stringify(tool)]))
}

/** What a client will see of a reload. */
function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  const kinds = {
    added: [...after.keys()].filter((name) => !before.has(name)),
    gone: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after].filter(([name, text]) => before.has(name) && before.get(name) !== text).map(([name]) => name),
  }
  const told = Object.entries(kinds).flatMap(([kind, names]) =>
    names.length === 0 ? [] : `${kind} ${names.join(', ')}`,
  )
  return [`${after.size} ${after.size === 1 ? 'tool' : 'tools'}`, ...told].join('; ')
}
