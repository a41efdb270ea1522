import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** What a token says of itself beside its claims. */
export interface Signing {
  readonly alg?: string
  readonly kid?: string
  readonly key?: CryptoKey | Uint8Array
}

/** An authorization server on loopback: it makes tokens, and shows the keys that they are verified with. */
export interface Issuer {
  readonly url: string
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  /** What it shows, by path; a status for what it fails at. */
  readonly pages: Map<string, object | number>
  /** Answers what is no page, where it can. */
  more: ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>) | undefined
  /** A token that says this, beside what every token says. `undefined` leaves a claim out. */
  readonly token: (claims?: Record<string, unknown>, signing?: Signing) => Promise<string>
  /** The same server goes on with another key. */
  readonly rotate: () => Promise<void>
  readonly close: () => Promise<void>
}

export const audience = 'https://shop.example/mcp'

const metadataPath = '/.well-known/oauth-authorization-server'

export async function createIssuer(path = ''): Promise<Issuer> {
  const pages: Issuer['pages'] = new Map()
  const asked: string[] = []
  let [kid, key] = ['', await newKey()]
  const show = async (made: CryptoKeyPairOf): Promise<void> => {
    const jwk: JWK = await exportJWK(made.publicKey)
    kid = `key-${crypto.randomUUID()}`
    pages.set('/keys', { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] })
  }
  const http = createServer((incoming, outgoing) => void answer(incoming, outgoing))

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [asks = ''] = (incoming.url ?? '').split('?')
    asked.push(asks)
    const page = pages.get(asks) ?? 404
    if (page === 404 && (await issuer.more?.(incoming, outgoing)) === true) return
    if (typeof page === 'number') outgoing.writeHead(page).end()
    else outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  }

  await show(key)
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const url = `${origin}${path}`
  pages.set(`${metadataPath}${path}`, { issuer: url, jwks_uri: `${origin}/keys` })
  const issuer: Issuer = {
    url,
    asked,
    pages,
    more: undefined,
    async token(claims = {}, signing = {}) {
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: url, aud: audience, sub: 'ada', iat: now, exp: now + 600, ...claims }
      const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      const header = { alg: signing.alg ?? 'ES256', kid: signing.kid ?? kid, typ: 'at+jwt' }
      return await new SignJWT(kept).setProtectedHeader(header).sign(signing.key ?? key.privateKey)
    },
    async rotate() {
      key = await newKey()
      await show(key)
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => {
        http.close(resolve)
      })
    },
  }
  return issuer
}

type CryptoKeyPairOf = Awaited<ReturnType<typeof newKey>>

function newKey(): ReturnType<typeof generateKeyPair> {
  return generateKeyPair('ES256', { extractable: true })
}
