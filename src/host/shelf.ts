import { digest } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import type { Keep, Kept } from './convert/keep.ts'
import type { ModelPart } from './convert/parts.ts'
import { isOutside } from './gateway/uris.ts'
import type { Message } from './loop/message.ts'
import { valueText } from './prompt/escape.ts'

/** What results left out or linked, by the handles under which a model can ask for it. */
export interface Shelf {
  /**
   * Keeps what one result of a server gave, as far as there is room. The same thing has the same handle; a link out of
   * the server has none.
   */
  readonly keeping: (server: string) => Keep
  readonly find: (handle: string) => Found
}

export type Found =
  | { readonly kind: 'kept'; readonly server: string; readonly item: Kept }
  /** For the model. */
  | { readonly kind: 'gone'; readonly reason: string }

export interface ShelfOptions {
  /** How many things are kept at most. Default: 500. */
  readonly items?: number
  /** How many bytes all of them have at most. Default: 64 MB. */
  readonly bytes?: number
  /** What was said before, in a conversation that goes on: no handle that it names is given again. Default: nothing. */
  readonly after?: readonly Message[]
}

const defaultItems = 500
const defaultBytes = 64_000_000

/** A shelf that drops what was not asked for the longest when it is full. */
export function createShelf({ items = defaultItems, bytes = defaultBytes, after = [] }: ShelfOptions = {}): Shelf {
  const kept = new Map<string, Placed>()
  const handles = new Map<string, string>()
  let used = 0
  let count = lastHandle(after)
  function drop(handle: string, { key, size }: Placed): void {
    kept.delete(handle)
    handles.delete(key)
    used -= size
  }
  function touch(handle: string, placed: Placed): void {
    kept.delete(handle)
    kept.set(handle, placed)
  }
  /** Drops nothing that came together: its handles have been read by nobody yet. */
  function makeRoom(size: number, together: ReadonlySet<string>): boolean {
    for (const [oldest, other] of kept) {
      if (kept.size < items && used + size <= bytes) return true
      if (together.has(oldest)) return false
      drop(oldest, other)
    }
    return items > 0
  }
  function put(placed: Placed, together: Set<string>): string | undefined {
    const { key, size } = placed
    const known = handles.get(key)
    if (known === undefined && (size > bytes || !makeRoom(size, together))) return undefined
    const handle = known ?? `h${(count += 1)}`
    if (known === undefined) used += size
    handles.set(key, handle)
    together.add(handle)
    touch(handle, placed)
    return handle
  }
  return {
    keeping(server) {
      const together = new Set<string>()
      return (item) =>
        item.kind === 'link' && isOutside(item.link.uri)
          ? undefined
          : put({ server, item, key: keyOf(server, item), size: sizeOf(item) }, together)
    },
    find(handle) {
      const placed = kept.get(handle)
      if (placed === undefined) return { kind: 'gone', reason: goneText(handle, count) }
      touch(handle, placed)
      return { kind: 'kept', server: placed.server, item: placed.item }
    },
  }
}

interface Placed {
  readonly server: string
  readonly item: Kept
  /** The same for the same thing. */
  readonly key: string
  /** In bytes. */
  readonly size: number
}

function keyOf(server: string, item: Kept): string {
  const parts: UnknownObject = item.kind === 'link' ? { uri: item.link.uri } : { ...item }
  const said = Object.entries(parts).map(([name, part]) => [name, String(part).toWellFormed()])
  return digest([server, item.kind, said])
}

/** A little for what belongs to each. */
const overhead = 500

function sizeOf(item: Kept): number {
  switch (item.kind) {
    case 'text':
      return overhead + 2 * item.text.length
    case 'bytes':
      return overhead + item.data.length
    case 'link':
      return overhead + 2 * JSON.stringify(item.link).length
  }
}

/** In a note, and before a part of what was read. */
const naming =
  /⟪[^⟪⟫]*\b(?:as|handle) h([1-9]\d{0,5})\b[^⟪⟫]*⟫|^.* The next part: handle h([1-9]\d{0,5}), from \d+\.$/gm

/** The number of the last handle that notes of ours name. */
function lastHandle(messages: readonly Message[]): number {
  const texts = messages.flatMap((message) =>
    message.role === 'tool' ? message.answers.flatMap(({ parts }) => parts.map(textOf)) : [],
  )
  const named = texts.flatMap((text) => [...text.matchAll(naming)])
  return named.reduce((last, [, noted, next]) => Math.max(last, Number(noted ?? next)), 0)
}

function textOf(part: ModelPart): string {
  return part.kind === 'text' ? part.text : ''
}

function goneText(handle: string, count: number): string {
  const number = Number(/^h([1-9]\d{0,8})$/.exec(handle)?.[1] ?? 0)
  if (number > 0 && number <= count)
    return `${handle} is not kept any more. Call the tool again that gave it, if that changes nothing.`
  const hint = count === 0 ? 'No result has named one yet.' : `They go from h1 to h${count}.`
  return `There is no handle ${valueText(handle.slice(0, 40))}. ${hint}`
}
