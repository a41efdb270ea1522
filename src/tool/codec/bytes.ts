/** Base64 with its padding. https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export function isBase64(value: unknown): value is string {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(value)
}

/** Node's `Buffer` is sixty times as fast as `atob`, which is what other places have. */
export function bytesOf(text: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return new Uint8Array(Buffer.from(text, 'base64'))
  const units = atob(text)
  const bytes = new Uint8Array(units.length)
  for (let at = 0; at < units.length; at += 1) bytes[at] = units.charCodeAt(at)
  return bytes
}

export function base64Of(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += 0x2000) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)))
  return btoa(chunks.join(''))
}
