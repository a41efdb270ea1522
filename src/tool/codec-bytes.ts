/** Base64 with its padding. https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export function isBase64(value: unknown): value is string {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(value)
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))
}

export function base64Of(bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += 0x2000) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)))
  return btoa(chunks.join(''))
}
