import type { AuthOptions, KeySet } from '../../tool/index.ts'
import { isScope } from './scopes.ts'

/** Whose tokens are taken, checked and complete. */
export interface AuthSettings {
  readonly issuer: string
  readonly audience: readonly string[]
  readonly resource: URL
  readonly keys: string | KeySet | undefined
  readonly algorithms: readonly string[]
  readonly skewMs: number
  readonly scopes: readonly string[]
  readonly implied: Readonly<Record<string, readonly string[]>>
  readonly advertised: readonly string[] | undefined
  readonly tenant: string | undefined
}

/** Signed with a key that only the issuer has, and verified with one that anybody may know. */
const publicKeyAlgorithms: readonly string[] =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Throws a `TypeError` where tokens could not be verified that way, or only seemingly. */
export function readAuth(options: AuthOptions): AuthSettings {
  const { issuer, keys, algorithms = publicKeyAlgorithms, skewMs = 30_000 } = options
  const { scopes = [], implied = {}, advertised, tenant } = options
  const audience = [options.audience].flat()
  requireSafe('issuer', issuer)
  if (/[?#]/.test(issuer)) throw new TypeError(`auth.issuer has no query and no fragment, ${issuer} has.`)
  if (typeof keys === 'string') requireSafe('keys', keys)
  if (audience.length === 0 || audience.includes(''))
    throw new TypeError(
      'auth.audience is empty: name whom a token must be made for, best the public URL of the server.',
    )
  requireAlgorithms(algorithms)
  if (!(skewMs >= 0 && skewMs < Infinity)) throw new TypeError(`auth.skewMs is ${skewMs}, not a number from 0 on.`)
  requireScopes([...scopes, ...(advertised ?? []), ...Object.entries(implied).flat(2)])
  const resource = resourceOf(options.resource, audience)
  return { issuer, audience, resource, keys, algorithms, skewMs, scopes, implied, advertised, tenant }
}

/** What a header says is not worth a token. */
export function twoCallers(): TypeError {
  return new TypeError('Both "auth" and "caller" say who calls: leave out "caller".')
}

function requireAlgorithms(algorithms: readonly string[]): void {
  const unsafe = algorithms.find((algorithm) => !publicKeyAlgorithms.includes(algorithm))
  if (unsafe === undefined && algorithms.length > 0) return
  throw new TypeError(
    `auth.algorithms: ${unsafe ?? 'none'} will not do; choose from ${publicKeyAlgorithms.join(', ')}.`,
  )
}

function requireScopes(scopes: readonly string[]): void {
  const wrong = scopes.find((scope) => !isScope(scope))
  if (wrong !== undefined) throw new TypeError(`auth: ${JSON.stringify(wrong)} is no scope.`)
}

/** What is fetched over a line that anybody can change proves nothing. */
export function requireSafe(name: string, text: string): void {
  if (!URL.canParse(text)) throw new TypeError(`auth.${name} is a URL, "${text}" is none.`)
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))) return
  throw new TypeError(`auth.${name} begins with https:, unless it is on this machine; ${text} does not.`)
}

function resourceOf(resource: string | undefined, audience: readonly string[]): URL {
  const text = resource ?? audience.find(isWebUrl)
  if (text === undefined)
    throw new TypeError('auth.resource is missing: the URL under which clients reach this server.')
  if (!isWebUrl(text) || text.includes('#'))
    throw new TypeError(`auth.resource is a URL without fragment, not ${text}.`)
  return new URL(text)
}

function isWebUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text)
}
