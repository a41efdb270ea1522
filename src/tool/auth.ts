import type { UnknownObject } from './json.ts'

/** Public keys. https://www.rfc-editor.org/rfc/rfc7517#section-5 */
export interface KeySet {
  readonly keys: readonly UnknownObject[]
}

/**
 * Whose bearer tokens a server takes over HTTP, and what they must say. Over stdio nobody is asked for any.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export interface AuthOptions {
  /** Who makes the tokens: the URL of the authorization server, letter by letter as its tokens say it in `iss`. */
  readonly issuer: string
  /** Whom a token must be made for, as it says in `aud`: best the public URL of this server. Of several, one will do. */
  readonly audience: string | readonly string[]
  /** The URL under which clients reach this server. Default: the first audience that is a URL. */
  readonly resource?: string
  /** The URL of the issuer's public keys, or the keys. Default: where the metadata of the issuer says that they are. */
  readonly keys?: string | KeySet
  /** The algorithms that a token may be signed with; none that shares a secret. Default: RSA, ECDSA and EdDSA. */
  readonly algorithms?: readonly string[]
  /** How far the clock of the issuer may be off, in milliseconds. Default: 30 seconds. */
  readonly skewMs?: number
  /** The scopes that every request needs, whatever it asks for. Default: none. */
  readonly scopes?: readonly string[]
  /** Scopes that contain others: `{ admin: ['refunds:read', 'refunds:write'] }`. */
  readonly implied?: Readonly<Record<string, readonly string[]>>
  /** The scopes that clients are told to ask for. Default: all that the server and its tools need. */
  readonly advertised?: readonly string[]
  /** The claim that names what the caller belongs to, such as `org_id`. A token without it is refused. */
  readonly tenant?: string
}
