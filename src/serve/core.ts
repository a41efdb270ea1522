import { systemTime } from './clock.ts'
import type { CacheHint, Revision } from '../protocol/index.ts'
import { type Calls, createCalls, type DraftOrigin, memoryStore, type Store } from '../ledger/index.ts'
import {
  type AuthOptions,
  type CallSettings,
  type CallTool,
  createCaller,
  createOutcomes,
  type Outcomes,
  type ServerInfo,
  type UnknownObject,
} from '../tool/index.ts'
import { tenantOf } from './auth/caller.ts'
import type { Rights } from './auth/scopes.ts'
import { type Catalog, createCatalog, isListedAlike, type ListName, type Offers } from './catalog.ts'
import type { Change } from './change.ts'
import { draftResource } from './drafts/resource.ts'
import type { HttpOptions } from './http/endpoint.ts'
import { createLimits, type Limits } from './limits.ts'
import type { Method } from './method.ts'
import type { Observer } from './observe.ts'
import { type Pages, pagesOf } from './pages.ts'
import { createSealer, type Sealer } from './seal.ts'

/** What a server is made of, and how it behaves. */
export interface ServerOptions extends ServerInfo, Offers, CallSettings {
  /** Takes a line for the operator: what went wrong inside. Default: where the transport sends such lines. */
  readonly log?: (line: string) => void
  /** How long lists and resources may be kept. Default: not at all. */
  readonly cache?: CacheHint
  /** How long a call may run, in milliseconds. Default: 50 seconds. */
  readonly timeoutMs?: number
  /** How long a client of an older revision may take to answer a question, in milliseconds. Default: 45 seconds. */
  readonly questionMs?: number
  /** How long a call waits for another that is the same and under way, in milliseconds. Default: 30 seconds. */
  readonly joinMs?: number
  /**
   * How long a process may be silent before nobody knows what became of the calls that it runs, in milliseconds.
   * Default: 15 seconds.
   */
  readonly leaseMs?: number
  /** What sealed states are sealed with. Servers that share calls share it. Default: a key that dies with the process. */
  readonly secret?: string
  /**
   * Where it is kept which calls have acted and which questions are open. Servers that share calls share it. Default:
   * in this process, and forgotten with it.
   */
  readonly ledger?: Store | undefined
  /** The files that it was made of, and a digest of their code: others that were made of the same may send its drafts. */
  readonly source?: Pick<DraftOrigin, 'entries' | 'digest'>
  /** The names of environment variables that it needs, and of those that it lacks. Without them no draft is sent. */
  readonly environment?: { readonly needed: readonly string[]; readonly missing: readonly string[] }
  /** Whose bearer tokens are taken over HTTP. They say who calls, and for whom which tools are there. Default: nobody is asked. */
  readonly auth?: AuthOptions
  /** Who may reach `server.fetch`, and how. */
  readonly http?: HttpOptions
  /** What a caller belongs to. Default: all belong together. */
  readonly tenant?: (caller: string) => string
  /** Who hears of each request, the first outermost. */
  readonly observers?: readonly Observer[]
  /** Answer requests of their names in place of what a server answers of itself: a gateway's. */
  readonly methods?: readonly Method[]
  /** The clock. */
  readonly now?: () => number
}

/** What a server may take anew while it serves. */
export type Renewal = Partial<
  Offers & CallSettings & Pick<ServerOptions, 'timeoutMs' | 'tenant' | 'source' | 'environment'>
>

/** What the methods work on. */
export interface Core {
  readonly info: ServerInfo
  readonly callTool: CallTool
  readonly outcomes: Outcomes
  /** Which calls have acted. */
  readonly calls: Calls
  /** Whether the ledger ends with this process, and nobody has been told yet that calls are kept in it. */
  isForgetful: boolean
  /** What acts, and must not be ended in the middle. */
  readonly acting: Set<Promise<unknown>>
  readonly cache: CacheHint
  readonly timeoutMs: number
  readonly questionMs: number
  readonly joinMs: number
  readonly sealer: Sealer
  /** What must not be forgotten. */
  readonly ledger: Store
  /** Who can send the drafts that are written here. */
  readonly origin: DraftOrigin
  /** What of its environment is not there, by name. */
  readonly missing: readonly string[]
  readonly limits: Limits
  readonly tenant: (caller: string) => string
  /** Values that never leave. */
  readonly secrets: readonly string[]
  readonly observers: readonly Observer[]
  readonly methods: ReadonlyMap<string, Method>
  readonly now: () => number
  readonly log: ((line: string) => void) | undefined
  /** Who wants to hear of changes. */
  readonly listeners: Set<(change: Change) => void>
  readonly catalog: () => Catalog
  readonly capabilities: () => UnknownObject
  /** A list in pages, each as the text that is sent, for a caller with these rights; undefined: with all. */
  readonly pages: (list: ListName, revision: Revision, rights?: Rights) => Pages
  /** Replaces what is given, and says so to those who listen. Throws as `createCore` does, and has changed nothing then. */
  readonly update: (renewal: Renewal) => void
}

/** Throws a `TypeError` where two things share a name, or a name is none that every client takes. */
export function createCore(options: ServerOptions): Core {
  const { name, version, title, instructions, log, secret } = options
  const info: ServerInfo = {
    name,
    version,
    ...(title === undefined ? {} : { title }),
    ...(instructions === undefined ? {} : { instructions }),
  }
  const now = options.now ?? systemTime
  const ledger = options.ledger ?? memoryStore({ now })
  const cache = options.cache ?? { ttlMs: 0, cacheScope: 'private' }
  const listeners: Core['listeners'] = new Set()
  const core: Core = {
    info,
    ...callsThrough(options),
    ledger,
    ...originOf(options),
    calls: callsOf(options, { ledger, now }),
    isForgetful: options.ledger === undefined,
    acting: new Set(),
    cache,
    ...timesOf(options),
    sealer: createSealer(secret),
    limits: createLimits(now),
    tenant: options.tenant ?? (options.auth?.tenant === undefined ? noTenant : tenantOf),
    observers: options.observers ?? [],
    methods: new Map(options.methods?.map((method) => [method.name, method])),
    now,
    log,
    listeners,
    ...stock(options, { info, cache, listeners, ledger }),
  }
  return renewing(core, options)
}

function callsThrough(options: ServerOptions): Pick<Core, 'callTool' | 'outcomes' | 'secrets'> {
  return { callTool: createCaller(options), outcomes: createOutcomes(options), secrets: options.secrets ?? [] }
}

/** A core that takes anew also what holds for all calls. Those that run end as they began. */
function renewing(core: Core, first: ServerOptions): Core {
  const restock = core.update
  let options = first
  return Object.assign(core, {
    update(renewal: Renewal) {
      restock(renewal)
      options = { ...options, ...renewal }
      const { tenant = core.tenant } = renewal
      Object.assign(core, callsThrough(options), originOf(options), timesOf(options), { tenant })
    },
  })
}

function timesOf(options: ServerOptions): Pick<Core, 'timeoutMs' | 'questionMs' | 'joinMs'> {
  const { timeoutMs = 50_000, questionMs = 45_000, joinMs = 30_000 } = options
  return { timeoutMs, questionMs, joinMs }
}

function callsOf({ leaseMs }: ServerOptions, { ledger, now }: Pick<Core, 'ledger' | 'now'>): Calls {
  return createCalls({ store: ledger, now, newId: randomId, ...(leaseMs !== undefined && { leaseMs }) })
}

type Stock = Pick<Core, 'catalog' | 'capabilities' | 'pages' | 'update'>

/** The part of a core that changes. */
function stock(
  first: Offers,
  { info, cache, listeners, ledger }: Pick<Core, 'info' | 'cache' | 'listeners' | 'ledger'>,
): Stock {
  const catalogOf = ({ resources = [], ...rest }: Offers): Catalog => {
    const drafts = rest.drafts === undefined || rest.drafts.length === 0 ? [] : [draftResource(ledger, info.name)]
    return createCatalog({ ...rest, resources: [...resources, ...drafts] })
  }
  let offers = first
  let catalog = catalogOf(first)
  let capabilities = capabilitiesOf(catalog)
  let pages = new Map<string, Pages>()
  return {
    catalog: () => catalog,
    capabilities: () => capabilities,
    pages(list, revision, rights) {
      const audience = list === 'tools' ? audienceOf(catalog, rights) : ''
      const key = `${revision.version} ${list} ${audience}`
      const known = pages.get(key)
      if (known !== undefined) return known
      const hint = revision.encodeCache(isSame(list, catalog) ? cache : { ...cache, cacheScope: 'private' })
      const encode = (page: UnknownObject): string => JSON.stringify(revision.encodeResult({ ...page, ...hint }, info))
      const made = pagesOf(list, catalog.list(list, revision, rights), encode)
      if (pages.size >= pagesLimit) pages.clear()
      pages.set(key, made)
      return made
    },
    update(changed) {
      const next = { ...offers, ...changed }
      const before = catalog
      catalog = catalogOf(next)
      capabilities = capabilitiesOf(catalog)
      offers = next
      pages = new Map()
      for (const kind of ['tools', 'resources', 'prompts'] as const)
        if (changed[kind] !== undefined && listeners.size > 0 && !isListedAlike(kind, before, catalog))
          for (const listener of listeners) listener({ kind })
    },
  }
}

/** Lists of so many audiences are kept encoded. */
const pagesLimit = 1000

/** Callers whose rights make no difference see the same list. */
function audienceOf({ scopes }: Catalog, rights: Rights | undefined): string {
  return rights === undefined ? '*' : scopes.filter((scope) => rights.scopes.has(scope)).join(' ')
}

/** Whether a list is the same for everybody, and so may be kept for everybody. */
function isSame(list: ListName, { scopes }: Catalog): boolean {
  return list !== 'tools' || scopes.length === 0
}

function capabilitiesOf({ prompts, resources, templates }: Catalog): UnknownObject {
  const completes =
    [...prompts.values()].some(({ arguments: args = {} }) => Object.values(args).some(({ complete }) => complete)) ||
    [...templates.values()].some(({ complete }) => complete)
  return {
    tools: { listChanged: true },
    ...(resources.size + templates.size === 0 ? {} : { resources: { listChanged: true, subscribe: true } }),
    ...(prompts.size === 0 ? {} : { prompts: { listChanged: true } }),
    ...(completes ? { completions: {} } : {}),
    logging: {},
  }
}

function originOf({ name, source, environment }: ServerOptions): Pick<Core, 'origin' | 'missing'> {
  const { entries = [], digest = '' } = source ?? {}
  const { needed = [], missing = [] } = environment ?? {}
  return { origin: { server: name, entries, digest, env: needed }, missing }
}

function randomId(): string {
  return crypto.randomUUID()
}

function noTenant(): string {
  return ''
}
