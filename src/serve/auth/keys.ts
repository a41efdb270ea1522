import type { JSONWebKeySet, JWTVerifyGetKey, RemoteJWKSet } from 'jose'
import { isObject, type KeySet } from '../../tool/index.ts'
import { type AuthSettings, requireSafe } from './settings.ts'

/** The keys of the issuer cannot be had, so that no token can be judged. */
export class KeysUnavailable extends Error {
  override readonly name: string = 'KeysUnavailable'
}

type Jose = typeof import('jose')

const fetchMs = 5000
/** So long an issuer that failed is not asked again, in milliseconds. */
const restMs = 5000

/** Finds the key of a token: among those given, or among those of the issuer, which are fetched when first needed. */
export function keysOf({ issuer, keys }: AuthSettings, jose: Jose, now: () => number): JWTVerifyGetKey {
  if (typeof keys === 'object') return jose.createLocalJWKSet(toKeySet(keys))
  let opening: Promise<RemoteJWKSet> | undefined
  let failure: { readonly error: KeysUnavailable; readonly until: number } | undefined

  const open = async (): Promise<RemoteJWKSet> =>
    jose.createRemoteJWKSet(new URL(keys ?? (await placeOfKeys(issuer))), { timeoutDuration: fetchMs })

  /** The keys as they were fetched within the last minutes. What is wrong here is no fault of any token. */
  async function ready(): Promise<RemoteJWKSet> {
    if (failure !== undefined && now() < failure.until) throw failure.error
    try {
      const remote = await (opening ??= open())
      if (!remote.fresh) await remote.reload()
      return remote
    } catch (cause) {
      opening = undefined
      const error = new KeysUnavailable(`The keys of ${issuer} cannot be had.`, { cause })
      failure = { error, until: now() + restMs }
      throw error
    }
  }

  return async (header, token) => (await ready())(header, token)
}

/** jose looks at each key before it uses it. */
function toKeySet({ keys }: KeySet): JSONWebKeySet {
  return { keys: keys.map((key) => ({ ...key })) }
}

/** https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery */
async function placeOfKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  for (const place of new Set(places)) {
    const metadata = await metadataAt(place)
    if (!isObject(metadata) || metadata['issuer'] !== issuer) continue
    const { jwks_uri: keys } = metadata
    if (typeof keys !== 'string') continue
    requireSafe('keys', keys)
    return keys
  }
  throw new Error(`None of these is the metadata of ${issuer} with a "jwks_uri": ${places.join(', ')}.`)
}

async function metadataAt(place: string): Promise<unknown> {
  const response = await fetch(place, { redirect: 'manual', signal: AbortSignal.timeout(fetchMs) })
  if (response.status === 200) return await response.json().catch(() => undefined)
  await response.body?.cancel()
  return undefined
}
