import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Gate } from './gate.ts'
import type { Authorization, ConnectOptions } from './handshake.ts'
import { identify } from './identity.ts'
import type { Identity } from './identity.ts'
import type { ServerPlace } from './place.ts'
import type { ServerEntry } from './servers-file.ts'
import type { Subject } from './subject.ts'

export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly subject: Subject; readonly leftOut: readonly string[] }
  /** It is tried again after a while. */
  | { readonly kind: 'failed'; readonly reason: string; readonly tries: number }
  /** A project's file names it, and nobody has accepted its command. */
  | { readonly kind: 'unaccepted'; readonly identity: Identity }

export interface KeepOptions {
  readonly gate: Gate
  readonly client: { readonly name: string; readonly version: string }
  /** The key of the state folder. */
  readonly key: Uint8Array
  /** In milliseconds since 1970. */
  readonly now: () => number
  /** How an entry is started exactly: finds the version behind a name, and the command behind a source. */
  readonly placeOf: (entry: ServerEntry) => Promise<ServerPlace>
  /** Whether a command of a project's file was accepted. */
  readonly isAccepted: (identity: Identity) => Promise<boolean>
  readonly authorizationOf?: (entry: ServerEntry) => Authorization | undefined
  /** Whether servers that are trusted may ask something of the person in the middle of a call. Default: none may. */
  readonly mayAsk?: boolean
  readonly onState?: (key: string, state: ServerState) => void
  /** For each handshake and listing, in milliseconds. Default: 60 seconds. */
  readonly timeoutMs?: number
  /** The first wait before a server is tried again, in milliseconds; each further one is twice as long. Default: a second. */
  readonly retryMs?: number
  readonly signal: AbortSignal
}

/** One server that is kept connected. */
export interface Keeper {
  readonly state: () => ServerState
  readonly connection: () => Connection | undefined
  /** Lists it again and looks at it; where it is not connected, tries again at once. */
  readonly refresh: () => Promise<void>
  /** Resolves when it has been tried once. */
  readonly tried: () => Promise<void>
  /** Resolves when it has been left for good. */
  readonly over: Promise<void>
}

const longestWait = 60_000
/** A server that stayed for this long is tried again at once when it leaves. In milliseconds. */
const steadyMs = 30_000

/** Keeps a server connected until the signal aborts. */
export function keep(entry: ServerEntry, options: KeepOptions): Keeper {
  const kept: Kept = {
    entry,
    options,
    waiting: [],
    state: { kind: 'starting' },
    connected: undefined,
    looking: Promise.resolve(),
    isNextLookPending: false,
    nudge: ignore,
  }
  return {
    state: () => kept.state,
    connection: () => kept.connected?.connection,
    async refresh() {
      if (kept.connected === undefined) kept.nudge()
      else await lookAgain(kept)
    },
    tried: () => new Promise((resolve) => (kept.state.kind === 'starting' ? kept.waiting.push(resolve) : resolve())),
    over: stayConnected(kept),
  }
}

interface Connected {
  readonly connection: Connection
  readonly identity: Identity
}

interface Kept {
  readonly entry: ServerEntry
  readonly options: KeepOptions
  /** Who waits for the first try. */
  readonly waiting: (() => void)[]
  state: ServerState
  connected: Connected | undefined
  /** The look at it that goes on or was the last. */
  looking: Promise<unknown>
  isNextLookPending: boolean
  /** Ends a wait. */
  nudge: () => void
}

async function stayConnected(kept: Kept): Promise<void> {
  const { signal, now, retryMs = 1000 } = kept.options
  for (let tries = 1; !signal.aborted; tries += 1) {
    const start = now()
    const reason = await stay(kept)
    if (signal.aborted) return release(kept)
    if (now() - start > steadyMs) tries = 0
    if (reason !== undefined) turn(kept, { kind: 'failed', reason, tries })
    await nudged(kept, reason === undefined ? undefined : Math.min(retryMs * 2 ** Math.max(0, tries - 1), longestWait))
  }
}

/** Connects and stays until the server leaves; gives why it is not connected, or nothing where a person must come first. */
async function stay(kept: Kept): Promise<string | undefined> {
  const { entry, options } = kept
  const { client, key } = options
  try {
    const place = await options.placeOf(entry)
    const identity = await identify(place, { key, ...(entry.env !== undefined && { env: entry.env }) })
    if (!entry.isUsers && !(await options.isAccepted(identity))) {
      turn(kept, { kind: 'unaccepted', identity })
      return undefined
    }
    return await new Promise<string>((leave, fail) => {
      const more = { ...waysOf(kept), onClose: () => leave(`${entry.key} has left.`) }
      connect(place, client, more)
        .then(async (connection) => await look(kept, (kept.connected = { connection, identity })))
        .catch(fail)
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    const { connected } = kept
    kept.connected = undefined
    await connected?.connection.close()
  }
}

function waysOf(kept: Kept): ConnectOptions {
  const { gate, signal, timeoutMs, authorizationOf } = kept.options
  const authorization = authorizationOf?.(kept.entry)
  return {
    signal,
    onChange: () => gate.hold(kept.entry.key, lookAgain(kept)),
    mayAsk: kept.options.mayAsk === true && kept.entry.trust !== 'untrusted',
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(authorization !== undefined && { authorization }),
  }
}

/** However often a server says so while it is listed: it is listed once more after that. */
function lookAgain(kept: Kept): Promise<unknown> {
  if (kept.isNextLookPending) return kept.looking
  kept.isNextLookPending = true
  kept.looking = kept.looking.catch(ignore).then(async () => {
    kept.isNextLookPending = false
    if (kept.connected !== undefined) await look(kept, kept.connected)
  })
  return kept.looking
}

/** What cannot be listed any more cannot be called any more. */
async function look(kept: Kept, { connection, identity }: Connected): Promise<void> {
  const { entry, options } = kept
  try {
    const { leftOut, ...listing } = await connection.list()
    const { instructions } = connection.server
    const facts = { key: entry.key, trust: entry.trust, identity, listing, instructions, overrides: entry.tiers }
    const subject = await options.gate.admit(facts)
    turn(kept, { kind: 'ready', subject, leftOut: [...leftOut, ...subject.leftOut] })
  } catch (error) {
    await connection.close()
    throw error
  }
}

function turn(kept: Kept, state: ServerState): void {
  kept.state = state
  release(kept)
  kept.options.onState?.(kept.entry.key, state)
}

function release({ waiting }: Kept): void {
  for (const resolve of waiting.splice(0)) resolve()
}

function nudged(kept: Kept, ms: number | undefined): Promise<void> {
  const { signal } = kept.options
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      kept.nudge = ignore
      resolve()
    }
    signal.addEventListener('abort', end)
    kept.nudge = end
  })
}

function ignore(): void {
  // Nobody waits.
}
