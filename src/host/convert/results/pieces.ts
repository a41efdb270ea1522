import { isObject } from '../../../tool/index.ts'
import type { ResourceLink, UnknownObject } from '../../../tool/index.ts'
import { lineText } from '../../prompt/escape.ts'
import type { KeepFor } from '../keep.ts'
import type { MediaRules, ResultRules } from '../profile.ts'
import { bareType, isOfType, isTextType, readBase64, textOf } from './media.ts'
import type { Bytes } from './media.ts'
import { note, quoted, sizeText, typeText } from './notes.ts'
import { longerSide } from './picture-size.ts'
import type { Piece } from './piece.ts'

export interface PieceContext {
  readonly rules: Pick<ResultRules, 'images' | 'documents'>
  readonly keep: KeepFor | undefined
  /** How many of each the answer has so far, and how many bytes they have. */
  readonly counts: { images: number; documents: number; bytes: number }
}

/** In bytes, of all pictures and documents of an answer: requests have a limit, too. */
const mostTogether = 20_000_000

/** What becomes of one item of content. */
export function piecesOf(item: UnknownObject, context: PieceContext): readonly Piece[] {
  const priority = priorityOf(item)
  switch (item['type']) {
    case 'text':
      return typeof item['text'] === 'string' ? textPieces({ text: item['text'], name: 'a text', priority }) : []
    case 'image':
    case 'audio':
      return dataPieces({ data: item['data'], mimeType: bareType(item['mimeType']), name: '', priority }, context)
    case 'resource':
      return isObject(item['resource']) ? resourcePieces(item['resource'], priority, context) : []
    case 'resource_link':
      return typeof item['uri'] === 'string' ? [linkPiece({ ...item, uri: item['uri'] }, context)] : []
    default:
      return [{ kind: 'note', text: note(`something of ${typeOf(item)} was left out`) }]
  }
}

function typeOf({ type }: UnknownObject): string {
  return typeof type === 'string' ? `the type ${quoted(type)}` : 'no type'
}

function priorityOf({ annotations }: UnknownObject): number {
  const priority = isObject(annotations) ? annotations['priority'] : undefined
  return typeof priority === 'number' && priority >= 0 && priority <= 1 ? priority : 1
}

function textPieces(text: Omit<Extract<Piece, { readonly kind: 'text' }>, 'kind'>): readonly Piece[] {
  return text.text.trim() === '' ? [] : [{ kind: 'text', ...text }]
}

function resourcePieces(resource: UnknownObject, priority: number, context: PieceContext): readonly Piece[] {
  const { uri, text, blob } = resource
  const name = typeof uri === 'string' ? uri : ''
  const mimeType = bareType(resource['mimeType'])
  if (typeof text !== 'string') return dataPieces({ data: blob, mimeType, name, priority }, context)
  return mimeType === 'image/svg+xml'
    ? [drawingPiece(text, name, context)]
    : namedText({ text, name, mimeType, priority })
}

interface NamedText {
  readonly text: string
  readonly name: string
  readonly mimeType: string
  readonly priority: number
}

function namedText({ text, name, mimeType, priority }: NamedText): readonly Piece[] {
  const head = note(`resource ${quoted(name)}`, mimeType === '' ? '' : typeText(mimeType), text === '' ? 'empty' : '')
  return [{ kind: 'note', text: head }, ...textPieces({ text, name: quoted(name), priority })]
}

interface Data {
  /** What should be base64. */
  readonly data: unknown
  readonly mimeType: string
  readonly name: string
  readonly priority: number
}

function dataPieces({ data, mimeType, name, priority }: Data, context: PieceContext): readonly Piece[] {
  const text = typeof data === 'string' ? data : ''
  if (mimeType === 'image/svg+xml') return [drawingPiece(sourceOf(text), name, context)]
  const bytes = readBase64(text)
  const what = [mimeType === '' ? 'bytes' : typeText(mimeType), name === '' ? '' : quoted(name)]
  if (bytes === undefined) return [{ kind: 'note', text: note(...what, 'left out: its data is no base64') }]
  const read = isTextType(mimeType) ? textOf(bytes.data) : undefined
  if (read !== undefined) return namedText({ text: read, name, mimeType, priority })
  const media = mediaPiece(bytes, { mimeType, name }, context)
  if (media !== undefined) return [media]
  const description = [...what, sizeText(bytes.size)].filter((word) => word !== '').join(', ')
  const type = mimeType === '' ? (bytes.found ?? 'application/octet-stream') : mimeType
  const kept = context.keep?.({ kind: 'bytes', data: bytes.data, mimeType: type, description })
  return [{ kind: 'note', text: note(description, keptFor(kept, senseOf(type))) }]
}

/** The source of a drawing, which some send as it is. */
function sourceOf(data: string): string {
  const bytes = data.trimStart().startsWith('<') ? undefined : readBase64(data)
  return bytes === undefined ? data : (textOf(bytes.data) ?? '')
}

function senseOf(mimeType: string): string {
  if (mimeType.startsWith('audio/')) return 'you cannot hear it'
  return /^(?:image|video)\//.test(mimeType) ? 'you cannot see it' : 'you cannot read it'
}

function keptFor(kept: ReturnType<KeepFor>, sense: string): string {
  return kept === undefined ? `it was left out: ${sense}` : `kept for the user as ${kept.handle}: ${sense}`
}

/** What the provider takes; undefined where it does not, or not any more. */
function mediaPiece(
  bytes: Bytes,
  { mimeType, name }: { readonly mimeType: string; readonly name: string },
  { rules, counts }: PieceContext,
): Piece | undefined {
  const type = bytes.found ?? mimeType
  if (!isOfType(bytes, type) || counts.bytes + bytes.size > mostTogether) return undefined
  const { data } = bytes
  if (isTaken(rules.images, { type, bytes, count: counts.images })) {
    counts.images += 1
    counts.bytes += bytes.size
    return { kind: 'media', part: { kind: 'image', mimeType: type, data } }
  }
  if (!isTaken(rules.documents, { type, bytes, count: counts.documents })) return undefined
  counts.documents += 1
  counts.bytes += bytes.size
  return { kind: 'media', part: { kind: 'document', mimeType: type, data, name: fileName(name) } }
}

interface Candidate {
  readonly type: string
  readonly bytes: Bytes
  readonly count: number
}

function isTaken(rules: MediaRules, { type, bytes, count }: Candidate): boolean {
  const { mimeTypes, mostBytes, mostPixels = Infinity, most } = rules
  if (!mimeTypes.includes(type) || bytes.size > mostBytes || count >= most) return false
  return mostPixels === Infinity || (longerSide(bytes.data, type) ?? 0) <= mostPixels
}

const longestPath = 1000

function fileName(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1)
  const name = path.slice(-longestPath).split(/[/\\]/).at(-1) ?? ''
  return name === '' ? 'document' : lineText(name.slice(0, 100))
}

/** In characters: where a drawing says what it is. */
const headLength = 10_000

/** A drawing is a program for some and text for none: its title is said, and its source is kept. */
function drawingPiece(source: string, name: string, { keep }: PieceContext): Piece {
  const head = source.slice(0, headLength)
  const title = /<title[^<>]{0,99}>([^<]{1,200})<\/title>/i.exec(head)?.[1]
  const text = /<desc[^<>]{0,99}>([^<]{1,500})<\/desc>/i.exec(head)?.[1]
  const what = [
    `image/svg+xml${name === '' ? '' : ` ${quoted(name)}`}`,
    sizeText(Buffer.byteLength(source)),
    title === undefined ? '' : `title ${quoted(title.trim())}`,
    text === undefined ? '' : `described as ${quoted(text.trim(), 500)}`,
  ]
  const description = what.filter((word) => word !== '').join(', ')
  const kept = keep?.({ kind: 'text', text: source.toWellFormed(), description })
  const rest =
    kept === undefined ? 'a drawing, left out' : `a drawing, kept as ${kept.handle}: ${kept.reader} reads its source`
  return { kind: 'note', text: note(description, rest) }
}

function linkPiece(item: UnknownObject & { readonly uri: string }, { keep }: PieceContext): Piece {
  const link = readLink(item)
  const kept = keep?.({ kind: 'link', link })
  const { uri, name, title = '', mimeType, size, description } = link
  return {
    kind: 'note',
    text: note(
      `link ${quoted(title.trim() === '' ? name : title)} to ${quoted(uri, 1000)}`,
      mimeType === undefined ? '' : typeText(mimeType),
      size === undefined ? '' : sizeText(size),
      description === undefined ? '' : `described as ${quoted(description, 500)}`,
      kept === undefined ? '' : `handle ${kept.handle}: ${kept.reader} reads it`,
    ),
  }
}

function readLink(item: UnknownObject & { readonly uri: string }): ResourceLink {
  const { uri, name, title, description, mimeType, size } = item
  return {
    type: 'resource_link',
    uri: uri.toWellFormed(),
    name: typeof name === 'string' ? name : uri,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof size === 'number' && size >= 0 && { size }),
  }
}
