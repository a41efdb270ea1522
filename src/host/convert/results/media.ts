/** Bytes that came as base64, in the one spelling that every provider takes. */
export interface Bytes {
  readonly data: string
  readonly size: number
  /** Found from the bytes; undefined for what is not recognised. */
  readonly found: string | undefined
}

/** Undefined for what is no base64. Line breaks, the alphabet for URLs and missing padding are mended. */
export function readBase64(text: string): Bytes | undefined {
  const bare = text
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (bare === '' || bare.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(bare)) return undefined
  const data = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
  return { data, size: Math.floor((bare.length * 3) / 4), found: sniff(data) }
}

/** A text that came as bytes; undefined where they are no UTF-8. */
export function textOf(data: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'))
  } catch {
    return undefined
  }
}

const headLength = 48

/** How the files begin whose type a provider looks up for itself, and refuses a request for when it is another. */
const beginnings: readonly (readonly [mimeType: string, pattern: RegExp])[] = [
  ['image/png', /^[^]PNG\r\n/],
  ['image/jpeg', /^\u00FF\u00D8\u00FF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['application/pdf', /^[^]{0,20}%PDF-\d/],
]

function sniff(data: string): string | undefined {
  const head = Buffer.from(data.slice(0, headLength), 'base64').toString('latin1')
  return beginnings.find(([, pattern]) => pattern.test(head))?.[0]
}

/** Whether bytes may be of a type: those that are recognised are of no other. */
export function isOfType({ found }: Bytes, mimeType: string): boolean {
  return found === undefined ? beginnings.every(([known]) => known !== mimeType) : found === mimeType
}

/** A MIME type without its parameters, as it is compared. */
export function bareType(mimeType: unknown): string {
  const bare = typeof mimeType === 'string' ? (mimeType.split(';')[0] ?? '').trim().toLowerCase() : ''
  return bare === 'image/jpg' ? 'image/jpeg' : bare
}

export function isTextType(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|javascript|x-ndjson)$/.test(mimeType)
}
