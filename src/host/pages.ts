import { isObject } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'

const mostPages = 1000
const mostItems = 20_000

/**
 * Follows the cursors of a list to its end. A cursor that was there before ends it: what came so far is kept, once.
 * Throws where there is no end in sight: after 1,000 pages or 20,000 items.
 */
export async function collectPages(
  list: string,
  fetchPage: (cursor: string | undefined) => Promise<UnknownObject>,
): Promise<readonly unknown[]> {
  const items: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await fetchPage(cursor)
    const { [list]: found, nextCursor } = page
    if (Array.isArray(found)) for (const item of found) items.push(item)
    cursor = typeof nextCursor === 'string' && !seen.has(nextCursor) ? nextCursor : undefined
    if (cursor !== undefined) seen.add(cursor)
    if (seen.size > mostPages || items.length > mostItems)
      throw new RangeError(`Its list of ${list} has no end: ${items.length} on ${seen.size} pages so far.`)
  } while (cursor !== undefined)
  return items
}

/** What is listed; nothing of it was checked but that it has a name. */
export interface ListedItem extends UnknownObject {
  readonly name: string
}

/** What has a name. Of equal names the first stands; the others could only be confused with it. */
export function withNames(items: readonly unknown[]): {
  readonly items: readonly ListedItem[]
  readonly repeated: readonly ListedItem[]
  readonly leftOut: readonly string[]
} {
  const kept = new Map<string, ListedItem>()
  const repeated: ListedItem[] = []
  const leftOut: string[] = []
  for (const item of items) {
    if (!isNamed(item)) leftOut.push('One has no name.')
    else if (kept.has(item.name)) {
      repeated.push(item)
      leftOut.push(`"${item.name}" is listed more than once.`)
    } else kept.set(item.name, item)
  }
  return { items: [...kept.values()], repeated, leftOut }
}

function isNamed(item: unknown): item is ListedItem {
  return isObject(item) && typeof item['name'] === 'string' && item['name'] !== ''
}
