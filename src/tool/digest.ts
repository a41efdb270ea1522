import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from './canonical.ts'

/** SHA-256 over the canonical JSON of a value, in lower-case hexadecimal. Throws as `canonicalJson` does. */
export function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** The same under a secret key, so that who lacks the key can neither make nor guess a digest: HMAC-SHA-256. */
export function keyedDigest(key: Uint8Array, value: unknown): string {
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex')
}
