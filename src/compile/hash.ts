import { createHash } from 'node:crypto'

/** Tells two contents apart. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
