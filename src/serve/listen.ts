import type { IncomingMessage, Server as HttpServer, ServerOptions, ServerResponse } from 'node:http'
import { isMetadataPath } from './auth/challenge.ts'
import type { Answering, HttpOptions } from './http/endpoint.ts'
import type { HttpReply, HttpRequest, Sink } from './http/message.ts'
import { hostName, loopbackHosts } from './http/policy.ts'
import { answerHealth, healthPath } from './health.ts'
import type { Server } from './server.ts'
import { tellError } from './tell.ts'

/** Where a server listens, and how long things may take. */
export interface ListenOptions extends HttpOptions {
  /** Default: one that is free. */
  readonly port?: number
  /** Default: `127.0.0.1`. */
  readonly host?: string
  /** Default: `/mcp`. */
  readonly path?: string
  /** The longest body, in bytes. Default: 4 MiB. */
  readonly bodyLimit?: number
  /** How long a client may take to send a request, in milliseconds. Default: 30 seconds. */
  readonly requestMs?: number
  /** How many connections there may be at once; more are closed as they come. Default: 4096. */
  readonly connectionLimit?: number
  /** How long running calls may go on once the server is asked to close, in milliseconds. Default: 10 seconds. */
  readonly graceMs?: number
}

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** Takes no more requests, and resolves when those that run have been answered or given up. */
  readonly close: () => Promise<void>
}

/** Where the page for reviewers is, if there is one. */
const reviewPath = '/review'

/** What a server that shares its port with others has to do with them. */
export interface Among {
  /** Takes a request that is another's to answer. Returns whether it was. */
  readonly forward: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** Where the others reach this one. */
  readonly socket: string
}

/** Serves over HTTP. Loopback only, unless told otherwise. */
export async function listen(server: Server, options: ListenOptions = {}): Promise<Listening> {
  return await listenAmong(server, options)
}

/** The same, also beside others on one port. */
export async function listenAmong(server: Server, options: ListenOptions, among?: Among): Promise<Listening> {
  const { host = '127.0.0.1', port = 0, path = '/mcp', requestMs = 30_000, graceMs = 10_000 } = options
  const { createServer } = await import('node:http')
  const { createEndpoint } = await import('./http/endpoint.ts')
  const endpoint = createEndpoint(server, { ...hostsFor(host), ...options })
  const bodyLimit = options.bodyLimit ?? 4 * 1024 * 1024
  const complain = (error: unknown): void => tellError(options.log ?? ignore, error, server.secrets)
  /** Connections that have asked for nothing yet. */
  const silent = new Set<IncomingMessage['socket']>()
  let isClosing = false
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const asked = pathOf(incoming)
    if (asked === healthPath) return answerHealth(incoming, outgoing, isClosing)
    const isServed = asked === path || isMetadataPath(asked)
    const answer = isServed ? endpoint.handle : asked === reviewPath ? endpoint.review : undefined
    if (answer === undefined) outgoing.writeHead(404).end()
    else respond(() => answer(fromIncoming(incoming, outgoing, bodyLimit)), outgoing, complain)
  }
  const limits = limitsFor(requestMs)
  const http = createServer(limits, (incoming, outgoing) => {
    silent.delete(incoming.socket)
    if (among?.forward(incoming, outgoing) !== true) serve(incoming, outgoing)
  })
  const inner = among === undefined ? undefined : createServer(limits, serve)
  http.maxConnections = options.connectionLimit ?? 4096
  http.on('connection', (socket: IncomingMessage['socket']) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  await opened(inner, { path: among?.socket, exclusive: true })
  await opened(http, { port, host: host.replaceAll(/[[\]]/g, '') })
  const leave = server.attend()
  const address = http.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${bracketed(host)}:${bound}${path}`,
    port: bound,
    async close() {
      isClosing = true
      const closed = Promise.all([shut(http, graceMs), inner && shut(inner, graceMs)])
      endpoint.drain()
      for (const socket of silent) socket.destroy()
      await closed
      endpoint.close()
      await Promise.race([Promise.all([leave(), server.settled()]), elapsed(actingMs)])
    },
  }
}

function opened(http: HttpServer | undefined, where: Parameters<HttpServer['listen']>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    if (http === undefined) return resolve()
    http.once('error', reject)
    http.listen(where, resolve)
  })
}

/** So long what has begun and must not be done again may take to end, though nobody waits for it, in milliseconds. */
const actingMs = 60_000

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

/** Takes no more connections, and resolves when the last has ended. */
async function shut(http: HttpServer, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    http.close(() => resolve())
  })
  const sweep = setInterval(() => http.closeIdleConnections(), 20)
  const last = setTimeout(() => http.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(last)
}

/** The names that a page may reach the server under. What listens everywhere cannot know them. */
function hostsFor(host: string): HttpOptions {
  const name = hostName(bracketed(host))
  if (name === '0.0.0.0' || name === '[::]') return {}
  return { allowedHosts: isLoopback(name) ? [...loopbackHosts, name] : [name] }
}

/** IPv4 in IPv6 is loopback too: `::ffff:127.0.0.1`, which a URL writes in its own way. */
function isLoopback(name: string): boolean {
  return loopbackHosts.includes(name) || /^127\.|^\[::ffff:7f/.test(name)
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** Connections are looked at often enough that who is late is cut off soon. */
function limitsFor(ms: number): ServerOptions {
  return { requestTimeout: ms, headersTimeout: ms, connectionsCheckingInterval: Math.ceil(ms / 10) }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function fromIncoming(incoming: IncomingMessage, outgoing: ServerResponse, limit: number): HttpRequest {
  return {
    method: incoming.method ?? '',
    path: pathOf(incoming),
    header(name) {
      const value = incoming.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: () => readBody(incoming, limit),
    onGone(listener) {
      outgoing.once('close', () => {
        if (!outgoing.writableFinished) listener()
      })
    },
  }
}

/** A client that goes away before its end hears no answer, whatever that is. */
function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else resolve(undefined)
    })
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    incoming.once('error', () => resolve(undefined))
  })
}

function respond(answer: () => Answering, outgoing: ServerResponse, complain: (error: unknown) => void): void {
  const fail = (error: unknown): void => {
    complain(error)
    if (!outgoing.headersSent) outgoing.writeHead(500)
    outgoing.end()
  }
  try {
    const reply = answer()
    if (reply instanceof Promise) reply.then((settled) => send(settled, outgoing)).catch(fail)
    else send(reply, outgoing)
  } catch (error) {
    fail(error)
  }
}

function send(reply: HttpReply, outgoing: ServerResponse): void {
  if (reply.kind === 'text') whole(reply, outgoing)
  else stream(reply, outgoing)
}

function whole({ status, headers, text }: Extract<HttpReply, { kind: 'text' }>, outgoing: ServerResponse): void {
  outgoing.statusCode = status
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
  outgoing.end(text)
  if (text.length > unreadAtOnce) outgoing.setTimeout(readMs, () => outgoing.destroy())
}

/** What is longer may have to wait for a client that does not read: so long, in milliseconds. */
const unreadAtOnce = 16 * 1024
const readMs = 30_000

/** How much may wait for a client that does not read. */
const unreadLimit = 4 * 1024 * 1024

function stream(reply: Extract<HttpReply, { kind: 'events' }>, outgoing: ServerResponse): void {
  const sink: Sink = {
    write(text) {
      outgoing.write(text)
      if (outgoing.writableLength > unreadLimit) outgoing.destroy()
    },
    end: () => outgoing.end(),
  }
  outgoing.writeHead(200, reply.headers).flushHeaders()
  outgoing.once('close', () => reply.close(sink))
  reply.open(sink)
}

function ignore(): void {}
