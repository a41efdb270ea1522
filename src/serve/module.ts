import {
  type Around,
  bindTool,
  type EnvVariable,
  type Drafts,
  type ExportPlace,
  isDrafts,
  isServerDeclaration,
  isTool,
  type Manifest,
  type ServerDeclaration,
  type Tool,
  ToolError,
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
  const missing = missingFrom(declaration, env)
  const life = lifeOf(declaration)
  const drafts = values.filter(isDrafts).map((each) => begunBy(each, life.begin))
  const tools = [...manifest.tools.map((tool): Tool => bindTool(tool, modules)), ...values.filter(isTool)]
  return {
    options: {
      ...infoOf(manifest, declaration),
      tools,
      resources: values.filter(isResource),
      prompts: values.filter(isPrompt),
      drafts,
      environment: { needed: neededBy(declaration), missing: missing.map(({ name }) => name) },
      errors: declaration.errors,
      ...secretsOf(variables, env),
      around: [...(declaration.start === undefined ? [] : [life.around]), ...(declaration.around ?? [])],
      ...(declaration.tenant !== undefined && { tenant: declaration.tenant }),
      http: httpOf(declaration),
      ...(declaration.auth !== undefined && { auth: declaration.auth }),
      ...(declaration.timeout !== undefined && { timeoutMs: declaration.timeout }),
    },
    missing,
    ledger: declaration.ledger,
    actsOnce: drafts.length > 0 || tools.some(({ idempotency }) => idempotency !== undefined),
    stop: life.stop,
  }
}

function httpOf({ caller, reviewer }: ServerDeclaration): NonNullable<ServerOptions['http']> {
  return { ...(caller !== undefined && { caller }), ...(reviewer !== undefined && { reviewer }) }
}

function neededBy({ env = {} }: ServerDeclaration): string[] {
  return Object.entries(env).flatMap(([name, { optional }]) => (optional === true ? [] : [name]))
}

function missingFrom(declaration: ServerDeclaration, env: Environment): ServedModules['missing'] {
  return neededBy(declaration)
    .filter((name) => env[name] === undefined)
    .map((name) => ({ name, description: declaration.env?.[name]?.description ?? '' }))
}

/** What drafts are sent with is there before the first is. A start that failed has sent nothing. */
function begunBy(drafts: Drafts, begin: () => Promise<void>): Drafts {
  return {
    ...drafts,
    async commit(sending) {
      await begin().catch((error: unknown) => {
        throw new ToolError(`The server could not start: ${error instanceof Error ? error.message : String(error)}`)
      })
      return await drafts.commit(sending)
    },
  }
}

/** What states are sealed with, and all that never leaves. */
function secretsOf(
  variables: readonly [string, EnvVariable][],
  env: Environment,
): Pick<ServerOptions, 'secret' | 'secrets'> {
  const secret = env['VERBNOUN_SECRET']
  const named = variables.flatMap(([name, variable]) => (variable.secret === true ? (env[name] ?? []) : []))
  return secret === undefined ? { secrets: named } : { secret, secrets: [...named, secret] }
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

interface Life {
  readonly begin: () => Promise<void>
  readonly around: Around
  readonly stop: () => Promise<void>
}

/** Starts before the first call, once; a start that failed is tried again by the next call. */
function lifeOf({ start, stop }: ServerDeclaration): Life {
  let started: Promise<void> | undefined
  const run = async (): Promise<void> => await start?.()
  const begin = async (): Promise<void> => {
    const starting = (started ??= run())
    try {
      await starting
    } catch (error) {
      if (started === starting) started = undefined
      throw error
    }
  }
  return {
    begin,
    async around(_, next) {
      await begin()
      return await next()
    },
    async stop() {
      await started
      if (start === undefined || started !== undefined) await stop?.()
    },
  }
}
