import { base64Of } from '../codec/bytes.ts'
import type { BytesMaker, BytesSource, Content, ContentBlock, UnreadContent } from './content.ts'
import { text } from './content.ts'
import { ResultError } from '../failure.ts'

/** Reads a file that a tool names in its result: a path as the author wrote it, or a `file:` URL. */
export type ReadFile = (path: string | URL) => Promise<Uint8Array>

/** Binary content beyond this is left out, in bytes. */
const byteLimit = 4_000_000

/** The items of a result with their bytes fetched. Throws what the sources throw, and where bytes are of another kind. */
export async function readContent(items: readonly Content[], readFile: ReadFile): Promise<ContentBlock[]> {
  return await Promise.all(items.map((item) => readItem(item, readFile)))
}

async function readItem(item: Content, readFile: ReadFile): Promise<ContentBlock> {
  if (item.type !== 'draft') return item.type === 'unread' ? await read(item, readFile) : item
  throw new ResultError(`its result holds a draft of the kind "${item.kind}", and its server keeps none: export them`)
}

async function read(item: UnreadContent, readFile: ReadFile): Promise<ContentBlock> {
  const { isSvg, mimeTypeOf } = await import('./mime.ts')
  const bytes = await bytesOf(item.source, readFile, isSvg)
  const mimeType = item.mimeType ?? byName(item, await mimeTypeOf(bytes))
  const annotations = item.annotations === undefined ? {} : { annotations: item.annotations }
  if (bytes.byteLength > byteLimit) return { ...text(tooLarge(mimeType, bytes.byteLength)), ...annotations }
  if (item.becomes === 'resource') return { ...(await resourceOf(item, bytes, mimeType)), ...annotations }
  if (!mimeType.startsWith(`${item.becomes}/`))
    throw new ResultError(`${item.becomes}() was given bytes of ${mimeType}`)
  return { type: item.becomes, data: base64Of(bytes), mimeType, ...annotations }
}

/** Bytes that are only known to be text say more by the name of their file. */
const textTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  css: 'text/css',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

function byName({ uri = '' }: UnreadContent, found: string): string {
  const extension = /\.(\w+)$/.exec(uri)?.[1]?.toLowerCase() ?? ''
  return found === 'text/plain' && Object.hasOwn(textTypes, extension) ? textTypes[extension]! : found
}

function tooLarge(mimeType: string, size: number): string {
  return `[${mimeType} of ${megabytes(size)} left out: results carry at most ${megabytes(byteLimit)} of it]`
}

function megabytes(size: number): string {
  return `${(size / 1_000_000).toFixed(1)} MB`
}

async function resourceOf(
  { uri = 'file:///file' }: UnreadContent,
  bytes: Uint8Array,
  mimeType: string,
): Promise<ContentBlock> {
  const { textOf } = await import('./mime.ts')
  const readable = /^text\/|[/+](?:json|xml|yaml|javascript)$/.test(mimeType) ? textOf(bytes) : undefined
  if (readable !== undefined) return { type: 'resource', resource: { uri, mimeType, text: readable } }
  return { type: 'resource', resource: { uri, mimeType, blob: base64Of(bytes) } }
}

async function bytesOf(source: BytesSource, readFile: ReadFile, isSvg: (text: string) => boolean): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source
  if (source instanceof ArrayBuffer) return new Uint8Array(source)
  if (source instanceof URL) return await readFile(source)
  if (typeof source === 'string') return isSvg(source) ? new TextEncoder().encode(source) : await readFile(source)
  return await bytesMadeBy(source)
}

async function bytesMadeBy(maker: BytesMaker): Promise<Uint8Array> {
  const bytes = await ('toBuffer' in maker ? maker.toBuffer() : maker.png())
  if (bytes instanceof Uint8Array) return bytes
  throw new ResultError('what was to make the bytes of its result made something else')
}
