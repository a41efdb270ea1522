import { existsSync, writeFileSync } from 'node:fs'

/** Saves what cannot be shown, and gives the path. */
export type SaveFile = (bytes: Uint8Array, mimeType: string) => string

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
}

/** Files beside a transcript, numbered. Nothing of their names is a server's, and none replaces another. */
export function filesBeside(transcript: string): SaveFile {
  const start = transcript.replace(/\.json$/, '')
  let number = 0
  return (bytes, mimeType) => {
    const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
    const ending = Object.hasOwn(endings, type) ? endings[type] : 'bin'
    let path: string
    do path = `${start}-${(number += 1)}.${ending}`
    while (existsSync(path))
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 })
    return path
  }
}
