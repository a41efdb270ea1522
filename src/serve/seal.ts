import type { webcrypto } from 'node:crypto'

/** Locks texts so that only their maker can read or make them. */
export interface Sealer {
  seal(text: string): Promise<string>
  /** Undefined where the text was not sealed here, or was changed. */
  open(sealed: string): Promise<string | undefined>
}

const ivLength = 12

/** Seals with AES-GCM under a key that is made of `secret`; without one, under a key that dies with the process. */
export function createSealer(secret: string | undefined): Sealer {
  const key = keyOf(secret)
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivLength))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), new TextEncoder().encode(text))
      return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url')
    },
    async open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.toString('base64url') !== sealed) return undefined
      const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, ivLength) }
      try {
        const opened = await crypto.subtle.decrypt(algorithm, await key(), bytes.subarray(ivLength))
        return new TextDecoder().decode(opened)
      } catch {
        return undefined
      }
    },
  }
}

function keyOf(secret: string | undefined): () => Promise<webcrypto.CryptoKey> {
  let key: Promise<webcrypto.CryptoKey> | undefined
  return () => (key ??= makeKey(secret))
}

async function makeKey(secret: string | undefined): Promise<webcrypto.CryptoKey> {
  if (secret === undefined)
    return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
