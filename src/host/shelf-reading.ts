import { failedResult } from '../tool/index.ts'
import type { ContentBlock, ToolResult, UnknownObject } from '../tool/index.ts'
import type { Keep } from './convert/keep.ts'
import { isForModel } from './convert/results/choose.ts'
import type { Reading } from './gateway/reading.ts'
import { uriFor } from './gateway/uris.ts'
import { group, valueText } from './prompt/escape.ts'
import { defaultLength } from './shelf-tools.ts'
import type { Shelf } from './shelf.ts'

/** What is read from. */
export interface Shelves {
  readonly shelf: Shelf
  readonly reading: Reading
}

/** Reads what a permit names: a thing that is kept, or the resource behind a link. */
export async function readKept(args: UnknownObject, shelves: Shelves): Promise<ToolResult> {
  const { server, uri } = args
  const handle = String(args['handle'])
  const range = rangeIn(args)
  if (typeof server === 'string' && typeof uri === 'string')
    return await readLinked({ server, uri, handle, range }, shelves)
  const found = shelves.shelf.find(handle)
  if (found.kind === 'gone') return failedResult(found.reason)
  const { item } = found
  switch (item.kind) {
    case 'text':
      return partOf(item.text, { name: handle, handle, range })
    case 'bytes':
      return { content: [blockOf({ ...item, name: handle })] }
    case 'link':
      return failedResult(`${handle} is a link now. Call it again.`)
  }
}

interface Link {
  readonly server: string
  readonly uri: string
  readonly handle: string
  readonly range: Range
}

interface Range {
  /** From 1. */
  readonly from: number
  readonly length: number
}

function rangeIn({ from, length }: UnknownObject): Range {
  return { from: typeof from === 'number' ? from : 1, length: typeof length === 'number' ? length : defaultLength }
}

async function readLinked({ server, uri, handle, range }: Link, { shelf, reading }: Shelves): Promise<ToolResult> {
  const place = `${valueText(uri)} of ${server}`
  const read = await reading.read(addressOf({ server, uri, handle }, { shelf, reading }))
  if (read.kind === 'not-found') return failedResult(`${place} could not be read: ${read.reason}`)
  if (read.contents.length === 0) return failedResult(`${place} holds nothing.`)
  const contents = read.contents.filter(isForModel)
  if (contents.length === 0) return failedResult(`${place} is for the user alone.`)
  const keep = shelf.keeping(server)
  const results = contents.map((content) => contentResult(content, { place, range, keep }))
  const isError = results.every((result) => result.isError === true)
  return { content: results.flatMap(({ content }) => content), ...(isError && { isError }) }
}

/** A link counts as given where it is on the shelf; a person may have changed what is to be read. */
function addressOf({ server, uri, handle }: Omit<Link, 'range'>, { shelf, reading }: Shelves): string {
  const found = shelf.find(handle)
  const isGiven = found.kind === 'kept' && found.item.kind === 'link' && found.item.link.uri === uri
  return isGiven && found.server === server ? reading.link(server, uri) : uriFor(server, uri)
}

interface Contents {
  readonly place: string
  readonly range: Range
  readonly keep: Keep
}

/** Long texts are kept, so that their next part is of the same text. */
function contentResult({ text, blob, mimeType }: UnknownObject, { place, range, keep }: Contents): ToolResult {
  if (typeof text === 'string') {
    const handle = text.length > range.length ? keep({ kind: 'text', text, description: place }) : undefined
    return partOf(text, { name: place, handle, range })
  }
  if (typeof blob !== 'string') return failedResult(`${place} holds nothing that can be read.`)
  const type = typeof mimeType === 'string' ? mimeType : 'application/octet-stream'
  return { content: [blockOf({ data: blob, mimeType: type, name: place })] }
}

interface PartOf {
  readonly name: string
  /** By which the next part can be read. */
  readonly handle: string | undefined
  readonly range: Range
}

function partOf(text: string, { name, handle, range }: PartOf): ToolResult {
  const { from, length } = range
  if (text === '') return said(`${name} is empty.`)
  if (from > text.length)
    return failedResult(`${name} has ${group(text.length)} characters: from is at most that, not ${group(from)}.`)
  const start = boundary(text, from - 1)
  const end = boundary(text, Math.min(text.length, from - 1 + length))
  const span = `${name}, characters ${group(start + 1)}–${group(end)} of ${group(text.length)}.`
  const next = end === text.length || handle === undefined ? '' : ` The next part: handle ${handle}, from ${end + 1}.`
  return said(`${span}${next}`, text.slice(start, end))
}

function said(...texts: readonly string[]): ToolResult {
  return { content: texts.map((text) => ({ type: 'text', text })) }
}

/** A place that is not inside a character of two units; the whole character belongs to what is before it. */
function boundary(text: string, at: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
}

interface Bytes {
  readonly data: string
  readonly mimeType: string
  readonly name: string
}

function blockOf({ data, mimeType, name }: Bytes): ContentBlock {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  return { type: 'resource', resource: { uri: `kept:${encodeURIComponent(name)}`, mimeType, blob: data } }
}
