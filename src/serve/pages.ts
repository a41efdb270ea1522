import { rpcCode, RpcError } from '../protocol/index.ts'
import type { UnknownObject } from '../tool/index.ts'

/** The pages of a list, each as the text that is sent, by the cursor that asks for it. */
export type Pages = ReadonlyMap<unknown, string>

const pageSize = 250

/** Cuts a list into pages. `key` is the field of the list in a result. */
export function pagesOf(key: string, items: readonly UnknownObject[], encode: (page: UnknownObject) => string): Pages {
  const pages = new Map<unknown, string>()
  for (let start = 0; start === 0 || start < items.length; start += pageSize) {
    const end = start + pageSize
    const next = end < items.length ? { nextCursor: cursorAt(end) } : {}
    pages.set(start === 0 ? undefined : cursorAt(start), encode({ [key]: items.slice(start, end), ...next }))
  }
  return pages
}

/** The page that the parameters of a request ask for. Throws `RpcError` on a cursor that was never given out. */
export function pageFor(pages: Pages, { cursor }: UnknownObject): string {
  const page = pages.get(cursor)
  if (page !== undefined) return page
  throw new RpcError(rpcCode.invalidParams, 'Invalid params: the cursor is none of this list; list again without one.')
}

function cursorAt(start: number): string {
  return `from-${start}`
}
