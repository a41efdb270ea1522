import { canonicalJson } from './canonical.ts'

// Loaded when it is first needed: a server that has just started digests nothing, and answers some milliseconds earlier.
const crypto = (): typeof import('node:crypto') => globalThis.process.getBuiltinModule('node:crypto')

/** SHA-256 over the canonical JSON of a value, in lower-case hexadecimal. Throws as `canonicalJson` does. */
export function digest(value: unknown): string {
  return crypto().createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** The same under a secret key, so that who lacks the key can neither make nor guess a digest: HMAC-SHA-256. */
export function keyedDigest(key: Uint8Array, value: unknown): string {
  return crypto().createHmac('sha256', key).update(canonicalJson(value)).digest('hex')
}
