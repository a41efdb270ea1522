import { fileTypeFromBuffer } from 'file-type/core'

/** The MIME type of bytes, by what they are: known formats, SVG, UTF-8 text, else `application/octet-stream`. */
export async function mimeTypeOf(bytes: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(bytes)
  if (found !== undefined && found.mime !== 'application/xml') return found.mime
  const text = textOf(bytes)
  if (text === undefined) return found?.mime ?? 'application/octet-stream'
  return isSvg(text) ? 'image/svg+xml' : (found?.mime ?? 'text/plain')
}

/** Bytes as text where they are UTF-8 without control characters, else undefined. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /(?![\t\n\f\r])\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Whether a text is an SVG: its first element is `svg`, whatever declares, comments or is blank before it. */
export function isSvg(text: string): boolean {
  return /^\uFEFF?(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)*<(?:\w+:)?svg[\s>/]/i.test(text)
}
