import { formatDiagnostic, isRefusal, openTarget, SourceError } from '../../compile/index.ts'
import { awakeServers, liveServers, moduleOf, ring } from '../../ledger/index.ts'
import type { DraftRecord, LiveServer, Store } from '../../ledger/index.ts'
import { createServer, filesWithin, serveModules } from '../../serve/index.ts'
import type { Server } from '../../serve/index.ts'
import type { Io } from '../command.ts'

/** Who would send a draft. */
export type Sender =
  | {
      readonly kind: 'live' | 'here'
      readonly says: string
      readonly start: () => Promise<void>
      readonly end: () => Promise<void>
    }
  /** Nobody can: the text says why, and what to do. */
  | { readonly kind: 'nobody'; readonly says: string }

/** A server of the draft's module that runs, else this process, where it has what the module needs. */
export async function findSender({ kind, origin }: DraftRecord, store: Store, io: Io): Promise<Sender> {
  const live = await awakeServers(store, moduleOf(origin), { newId })
  const able = live.filter(({ missing }) => missing.length === 0)
  if (able.length > 0) return liveSender(origin, able, store)
  if (origin.entries.length === 0)
    return nobody(`${origin.server} does not run, and is a program of its own: start it, then send this.`)
  const missing = origin.env.filter((name) => io.env[name] === undefined)
  if (missing.length > 0) return nobody(lacking(missing, { hasServer: live.length > 0 }))
  try {
    return await senderHere({ kind, origin }, store, io)
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof TypeError)) throw error
    return nobody(error.message)
  }
}

function liveSender(origin: DraftRecord['origin'], able: readonly LiveServer[], store: Store): Sender {
  const isSame = able.some((each) => each.digest === origin.digest)
  return {
    kind: 'live',
    says: `${origin.server}, which runs, will send it.${isSame ? '' : changed}`,
    async start() {
      // As they are by now: who was told something else meanwhile has not heard of this.
      for (const each of await liveServers(store, moduleOf(origin))) await ring(store, each, newId)
    },
    end: async () => undefined,
  }
}

const changed = ' Its code has changed since this was written.'

async function senderHere(
  { kind, origin }: Pick<DraftRecord, 'kind' | 'origin'>,
  store: Store,
  io: Io,
): Promise<Sender> {
  const loaded = await openTarget(origin.entries, { cwd: io.cwd })
  const [refusal] = loaded.diagnostics.filter(isRefusal)
  if (refusal !== undefined) return nobody(formatDiagnostic(refusal))
  io.quiet()
  const served = serveModules(loaded.manifest, await loaded.load(), io.env)
  const { options, missing, stop } = served
  if (missing.length > 0)
    return nobody(
      lacking(
        missing.map(({ name }) => name),
        { hasServer: false },
      ),
    )
  if (options.name !== origin.server || options.drafts?.some((each) => each.kind === kind) !== true)
    return nobody(`${origin.entries.join(', ')} exports no drafts of the kind ${kind} for ${origin.server} any more.`)
  const readFile = filesWithin(loaded.project)
  const server: Server = createServer({ ...options, ledger: store, source: loaded, readFile, log: io.err })
  return {
    kind: 'here',
    says: `This process will send it, with ${origin.entries.join(', ')}.${loaded.digest === origin.digest ? '' : changed}`,
    start: async () => void (await server.sendApproved()),
    async end() {
      await server.settled()
      await stop()
    },
  }
}

function lacking(names: readonly string[], { hasServer }: { hasServer: boolean }): string {
  const are = names.length === 1 ? 'is' : 'are'
  const also = hasServer ? ' The server that runs lacks it as well.' : ''
  return `${names.join(', ')} ${are} not set here, and the draft stays open.${also} Set ${names.length === 1 ? 'it' : 'them'}, or start the server that has ${names.length === 1 ? 'it' : 'them'}.`
}

function newId(): string {
  return crypto.randomUUID()
}

function nobody(says: string): Sender {
  return { kind: 'nobody', says }
}
