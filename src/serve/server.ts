import { latest } from '../protocol/index.ts'
import type { Tool, UnknownObject } from '../tool/index.ts'
import { type AuthSettings, readAuth, twoCallers } from './auth/settings.ts'
import { type Core, createCore, type Renewal, type ServerOptions } from './core.ts'
import { handle } from './handle.ts'
import type { Sent } from './drafts/send.ts'
import type { HttpReply, HttpRequest } from './http/message.ts'
import type { Peer } from './peer.ts'

/** A server without a transport: it takes messages and gives answers. */
export interface Server {
  readonly tools: ReadonlyMap<string, Tool>
  /** Values that never leave: a transport masks them in what it logs. */
  readonly secrets: readonly string[]
  /** Whose tokens are taken over HTTP; undefined: nobody is asked for one. */
  readonly auth: AuthSettings | undefined
  /** Takes one parsed message and answers with the text to send, at once where it can; undefined where none is due. */
  readonly handle: (message: unknown, peer: Peer) => string | undefined | Promise<string | undefined>
  /** Answers a request over HTTP, as a web-standard handler. It knows the `http` options of the server. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The tools as the newest revision lists them, all on one page. */
  readonly listTools: () => readonly UnknownObject[]
  /**
   * Offers something else from now on, and tells the clients that listen. Calls that run end as they began. Throws a
   * `TypeError` as `createServer` does; then nothing has changed.
   */
  readonly update: (renewal: Renewal) => void
  /** Resolves when nothing runs any more that has begun what must not be done again. */
  readonly settled: () => Promise<void>
  /** Stands by to send the drafts that people approve. The function that comes back ends that; transports do both. */
  readonly attend: () => () => Promise<void>
  /** Sends the drafts that people have approved, and tells by their ids what came of each. */
  readonly sendApproved: () => Promise<Sent>
  /** Answers a request for the page on which people decide on drafts; undefined: nobody has signed in. */
  readonly reviewPage: (request: HttpRequest, person: string | undefined) => Promise<HttpReply>
  /** Tells the clients that subscribed to a resource that it has changed. */
  readonly resourceChanged: (uri: string) => void
}

/** Makes a server. Throws a `TypeError` where two tools share a name, or a name is none that every client takes. */
export function createServer(options: ServerOptions): Server {
  const auth = options.auth && readAuth(options.auth)
  if (auth !== undefined && options.http?.caller !== undefined) throw twoCallers()
  const core = createCore(options)
  let handler: ((request: Request) => Promise<Response>) | undefined
  const server: Server = {
    get tools() {
      return core.catalog().tools
    },
    get secrets() {
      return core.secrets
    },
    auth,
    handle: (message, peer) => handle(core, message, peer),
    async fetch(request) {
      if (handler === undefined) {
        const { fetchHandler } = await import('./fetch.ts')
        handler ??= fetchHandler(server, {
          ...options.http,
          ...(options.log === undefined ? {} : { log: options.log }),
        })
      }
      return handler(request)
    },
    listTools: () => core.catalog().list('tools', latest),
    update: core.update,
    async settled() {
      while (core.acting.size > 0) await Promise.allSettled(core.acting)
    },
    attend: () => attend(core),
    async sendApproved() {
      const { sendApproved } = await import('./drafts/send.ts')
      return await sendApproved(core)
    },
    async reviewPage(request, person) {
      const { reviewPage } = await import('./drafts/page.ts')
      return await reviewPage(core, request, person)
    },
    resourceChanged(uri) {
      for (const listener of core.listeners) listener({ kind: 'resource', uri })
    },
  }
  return server
}

/** Few servers draft: what sends is loaded for those. */
function attend(core: Core): () => Promise<void> {
  if (core.catalog().drafts.size === 0) return async () => undefined
  const over = new AbortController()
  const standing = import('./drafts/send.ts').then(({ standByFor }) => standByFor(core, over.signal))
  return async () => {
    over.abort()
    await standing
  }
}
