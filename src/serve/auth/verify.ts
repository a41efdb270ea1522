import type { JWTPayload } from 'jose'
import type { UnknownObject } from '../../tool/index.ts'
import { callerOf } from './caller.ts'
import { KeysUnavailable, keysOf } from './keys.ts'
import { type Rights, scopesIn } from './scopes.ts'
import type { AuthSettings } from './settings.ts'

/** What a bearer token comes to. */
export type Verdict =
  | {
      readonly kind: 'verified'
      readonly caller: string
      readonly rights: Rights
      /** When it ends, in milliseconds. */
      readonly until: number
    }
  /** Why it is not taken, in words that a client may read. */
  | { readonly kind: 'refused'; readonly says: string }
  /** It cannot be judged. */
  | { readonly kind: 'unknown'; readonly error: Error }

type Jose = typeof import('jose')

/** Judges bearer tokens. Never rejects where a token is wrong. */
export function createVerifier(settings: AuthSettings, now: () => number): (token: string) => Promise<Verdict> {
  const { issuer, audience, algorithms, skewMs, implied, tenant } = settings
  let opening: Promise<(token: string) => Promise<Verdict>> | undefined
  const open = async (): Promise<(token: string) => Promise<Verdict>> => {
    const jose = await import('jose')
    const keys = keysOf(settings, jose, now)
    const wanted = {
      issuer,
      audience: [...audience],
      algorithms: [...algorithms],
      clockTolerance: skewMs / 1000,
      requiredClaims: ['exp', 'sub', ...(tenant === undefined ? [] : [tenant])],
    }
    return async (token) => {
      try {
        const { payload } = await jose.jwtVerify(token, keys, { ...wanted, currentDate: new Date(now()) })
        const { sub: subject, exp = 0 } = payload
        const member = tenant === undefined ? undefined : payload[tenant]
        if (typeof subject !== 'string' || subject === '') return refused('its "sub" is no text.')
        if (member !== undefined && (typeof member !== 'string' || member === ''))
          return refused(`its "${tenant}" is no text.`)
        const rights = { scopes: scopesIn(payload, implied), claims: frozen(payload) }
        return { kind: 'verified', caller: callerOf(issuer, subject, member), rights, until: exp * 1000 + skewMs }
      } catch (error) {
        return error instanceof KeysUnavailable ? { kind: 'unknown', error } : refused(reasonOf(error, jose))
      }
    }
  }
  return async (token) => (await (opening ??= open()))(token)
}

/** What one call changed, the next with the same token would read. */
function frozen(payload: JWTPayload): UnknownObject {
  const copy: UnknownObject = JSON.parse(JSON.stringify(payload), (_, part: unknown) => Object.freeze(part))
  return copy
}

function refused(says: string): Verdict {
  return { kind: 'refused', says }
}

function reasonOf(error: unknown, { errors }: Jose): string {
  if (error instanceof errors.JWTExpired) return 'it has expired.'
  if (error instanceof errors.JWTClaimValidationFailed)
    return words[error.claim] ?? 'a claim that is needed is missing or wrong.'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'it is signed in a way that is not taken here.'
  if (error instanceof errors.JWKSNoMatchingKey) return 'none of the keys of its issuer has signed it.'
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'it does not say which key has signed it.'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong.'
  return error instanceof errors.JOSEError ? 'it is no signed JWT.' : 'the key that it names is not fit.'
}

const words: Readonly<Record<string, string>> = {
  aud: 'it was made for another audience.',
  iss: 'it was made by another issuer.',
  nbf: 'it is not valid yet.',
  exp: 'it does not say when it ends.',
  sub: 'it does not say whom it is about.',
}
