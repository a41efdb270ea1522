import { bytesOf, isBase64 } from './bytes.ts'
import { isObject } from '../json.ts'
import type { Codec } from '../schema/schema.ts'

/** How one codec reads what came over the wire; what a container holds was read already. */
export interface Reader {
  /** Whether a value is what the function holds. */
  readonly is: (value: unknown) => boolean
  /** Whether a value from the wire can be read. */
  readonly canRead: (wire: unknown) => boolean
  readonly read: (wire: unknown) => unknown
  /** Whether a text of this kind is told from any other text by its looks, so that it wins over a plain string in a union. */
  readonly isEvident: boolean
}

interface TypedReader<Wire> {
  readonly is: (value: unknown) => boolean
  readonly accepts: (wire: unknown) => wire is Wire
  readonly read: (wire: Wire) => unknown
  readonly isEvident?: boolean
}

export const readers: Readonly<Record<Codec, Reader>> = {
  date: reader({
    is: (value) => value instanceof Date,
    accepts: isDateText,
    read: (text) => new Date(text),
    isEvident: true,
  }),
  url: reader({
    is: (value) => value instanceof URL,
    accepts: isUrlText,
    read: (text) => new URL(text),
    isEvident: true,
  }),
  bigint: reader({
    is: (value) => typeof value === 'bigint',
    accepts: isWholeText,
    read: BigInt,
    isEvident: true,
  }),
  bytes: reader({
    is: (value) => value instanceof Uint8Array,
    accepts: isBase64,
    read: bytesOf,
  }),
  buffer: reader({
    is: (value) => value instanceof Uint8Array,
    accepts: isBase64,
    read: (text) => Buffer.from(text, 'base64'),
  }),
  arraybuffer: reader({
    is: (value) => value instanceof ArrayBuffer,
    accepts: isBase64,
    read: (text) => bytesOf(text).buffer,
  }),
  set: reader({
    is: (value) => value instanceof Set,
    accepts: isArray,
    read: (list) => new Set(list),
  }),
  map: reader({
    is: (value) => value instanceof Map,
    accepts: isObject,
    read: (object) => new Map(Object.entries(object)),
  }),
  entries: reader({
    is: (value) => value instanceof Map,
    accepts: isPairs,
    read: (pairs) => new Map(pairs),
  }),
}

function reader<Wire>({ is, accepts, read, isEvident = false }: TypedReader<Wire>): Reader {
  return { is, canRead: accepts, read: (wire) => (accepts(wire) ? read(wire) : wire), isEvident }
}

function isDateText(wire: unknown): wire is string {
  return typeof wire === 'string' && !Number.isNaN(Date.parse(wire))
}

function isUrlText(wire: unknown): wire is string {
  return typeof wire === 'string' && URL.canParse(wire)
}

function isWholeText(wire: unknown): wire is string {
  return typeof wire === 'string' && /^-?\d+$/.test(wire)
}

function isArray(wire: unknown): wire is readonly unknown[] {
  return Array.isArray(wire)
}

function isPairs(wire: unknown): wire is readonly (readonly [unknown, unknown])[] {
  return Array.isArray(wire) && wire.every((pair) => Array.isArray(pair) && pair.length === 2)
}
