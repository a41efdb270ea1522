import { echo } from '../../protocol/index.ts'
import type { Headers, HttpRequest } from './message.ts'

/** Who may talk to an endpoint. */
export interface PolicyOptions {
  /** Names under which the server is reached, without port. Default: any; `listen` on loopback says loopback. */
  readonly allowedHosts?: readonly string[]
  /** Origins whose pages may talk to it, as `https://app.example.com`. Pages of an allowed host may as well. */
  readonly allowedOrigins?: readonly string[]
}

export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Why a request is refused that a page may have sent under a name that leads here, or undefined.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-endpoint
 */
export function refusalOf({ header }: HttpRequest, options: PolicyOptions): string | undefined {
  const host = header('host') ?? '(none)'
  const { allowedHosts } = options
  // Most requests write the name as the list does: parsing it as a URL would cost as much as the call.
  if (allowedHosts?.includes(withoutPort(host)) === false && !allowedHosts.includes(hostName(host)))
    return `The host ${echo(hostName(host))} is not one of this server.`
  const origin = header('origin')
  return origin === undefined || isTrusted(origin, hostName(host), options)
    ? undefined
    : `Pages of ${echo(origin)} may not talk to this server.`
}

function withoutPort(host: string): string {
  return /^([^:]*):\d+$/.exec(host)?.[1] ?? host
}

function isTrusted(origin: string, host: string, { allowedHosts, allowedOrigins = [] }: PolicyOptions): boolean {
  if (allowedOrigins.includes(origin)) return true
  const trusted = allowedHosts ?? (loopbackHosts.includes(host) ? loopbackHosts : [])
  return URL.canParse(origin) && trusted.includes(new URL(origin).hostname)
}

/** What lets a page of an allowed origin read the answer. */
export function corsHeaders({ header }: HttpRequest): Headers {
  const origin = header('origin')
  if (origin === undefined) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after',
    vary: 'origin',
  }
}

/** What a page asks for before it sends anything. */
export function preflightHeaders(request: HttpRequest): Headers {
  return {
    ...corsHeaders(request),
    'access-control-allow-methods': 'POST, GET, DELETE',
    'access-control-allow-headers': request.header('access-control-request-headers') ?? 'content-type',
    'access-control-max-age': '600',
  }
}

/** Names that say the same are written the same: `LOCALHOST`, `[0:0:0:0:0:0:0:1]`. */
export function hostName(host: string): string {
  const url = `http://${host}`
  return !/[/\\?#@]/.test(host) && URL.canParse(url) ? new URL(url).hostname : host.replace(/:\d*$/, '').toLowerCase()
}
