import {
  type Around,
  bindTool,
  type ExportPlace,
  isServerDeclaration,
  isTool,
  type Manifest,
  type ServerDeclaration,
  type Tool,
  type UnknownObject,
} from '../tool/index.ts'
import type { ServerOptions } from './core.ts'
import { isPrompt } from './prompt.ts'
import { isResource } from './resource.ts'

/** What a set of modules wants served, and what to do when that ends. */
export interface ServedModules {
  readonly options: ServerOptions
  /** Variables that the modules declare and the environment lacks. */
  readonly missing: readonly { readonly name: string; readonly description: string }[]
  /** The URL of the ledger that the declaration names. */
  readonly ledger: string | undefined
  /** Whether something served must not act twice, and so needs a ledger from the start. */
  readonly actsOnce: boolean
  /** Runs what the declaration wants done at the end, if it was begun. */
  readonly stop: () => Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Joins what the compiler found to the modules that were loaded: functions, values that register themselves, the
 * declaration of the server. Throws a `TypeError` where manifest and modules have parted.
 */
export function serveModules(manifest: Manifest, modules: readonly UnknownObject[], env: Environment): ServedModules {
  const values = (manifest.runtime ?? []).map((place) => valueAt(modules, place))
  const declaration = declarationOf(manifest, modules)
  const variables = Object.entries(declaration.env ?? {})
  const life = lifeOf(declaration)
  const tools = [...manifest.tools.map((tool): Tool => bindTool(tool, modules)), ...values.filter(isTool)]
  return {
    options: {
      ...infoOf(manifest, declaration),
      tools,
      resources: values.filter(isResource),
      prompts: values.filter(isPrompt),
      errors: declaration.errors,
      secrets: variables.flatMap(([name, { secret }]) => (secret === true ? (env[name] ?? []) : [])),
      around: [...(declaration.start === undefined ? [] : [life.around]), ...(declaration.around ?? [])],
      ...(declaration.tenant !== undefined && { tenant: declaration.tenant }),
      ...(declaration.caller !== undefined && { http: { caller: declaration.caller } }),
      ...(declaration.timeout !== undefined && { timeoutMs: declaration.timeout }),
    },
    missing: variables.flatMap(([name, { description, optional }]) =>
      optional === true || env[name] !== undefined ? [] : [{ name, description }],
    ),
    ledger: declaration.ledger,
    actsOnce: tools.some(({ idempotency }) => idempotency !== undefined),
    stop: life.stop,
  }
}

function valueAt(modules: readonly UnknownObject[], place: ExportPlace): unknown {
  return modules[place.module]?.[place.export]
}

function declarationOf({ declaration }: Manifest, modules: readonly UnknownObject[]): ServerDeclaration {
  const value = declaration === undefined ? undefined : valueAt(modules, declaration)
  return isServerDeclaration(value) ? value : {}
}

/** What the compiler could not read, the running module says. */
function infoOf({ server }: Manifest, declaration: ServerDeclaration): Manifest['server'] {
  const { name = server.name, version = server.version } = declaration
  const title = declaration.title ?? server.title
  const instructions = declaration.instructions ?? server.instructions
  return { name, version, ...(title !== undefined && { title }), ...(instructions !== undefined && { instructions }) }
}

/** Starts before the first call, once; a start that failed is tried again by the next call. */
function lifeOf({ start, stop }: ServerDeclaration): { around: Around; stop: () => Promise<void> } {
  let started: Promise<void> | undefined
  const begin = async (): Promise<void> => await start?.()
  return {
    async around(_, next) {
      const starting = (started ??= begin())
      try {
        await starting
      } catch (error) {
        if (started === starting) started = undefined
        throw error
      }
      return await next()
    },
    async stop() {
      await started
      if (start === undefined || started !== undefined) await stop?.()
    },
  }
}
