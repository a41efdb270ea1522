import { group, valueText } from '../../prompt/escape.ts'

/** A line of ours among what a server wrote. Nothing that a server wrote can look like one: see `serverText`. */
export function note(...words: readonly (string | undefined)[]): string {
  return `⟪${words.filter((word) => word !== undefined && word !== '').join(', ')}⟫`
}

/** What a server wrote, without halves of characters and without the signs that only we set. */
export function serverText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('⟪', String.raw`\u{27EA}`)
    .replaceAll('⟫', String.raw`\u{27EB}`)
}

/** A text of a server inside a line of ours. */
export function quoted(text: string, longest = 200): string {
  return valueText(text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`)
}

/** 512 bytes, 12 kB, 3.4 MB */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${group(Math.round(bytes / 100_000) / 10)} MB`
}

/** A MIME type as it stands where it is one, else in quotes. */
export function typeText(mimeType: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mimeType) ? mimeType : quoted(mimeType, 60)
}
