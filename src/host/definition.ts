import { isObject } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import type { Listing } from './connection.ts'
import type { ListedItem } from './pages.ts'

/** What a server offers, as it is accepted and compared: by name, without what changes by itself. */
export interface Offer {
  /** Of all the rest. */
  readonly digest: string
  readonly instructions: string | undefined
  readonly tools: OfferedItems
  readonly prompts: OfferedItems
  readonly resourceTemplates: OfferedItems
}

/** What a server lists. */
export type Offered = Pick<Listing, 'tools' | 'prompts' | 'resourceTemplates'>

export type OfferedItems = Readonly<Record<string, ListedItem>>

/** Items by their names, without what changes by itself. */
export function byName(items: readonly ListedItem[]): OfferedItems {
  return Object.fromEntries(items.map((item) => [item.name, withoutVolatile(item)]))
}

/** Of all that a server may say in `_meta`, only what is about one answer and not about the tool. */
const volatile =
  /(?:^|[./])(?:traceparent|tracestate|baggage|progressToken|requestId|timestamp|time|date|nonce|etag|ttl|ttlMs|expires|expiresAt|generatedAt|updatedAt|fetchedAt|lastModified)$/i

function withoutVolatile(item: ListedItem): ListedItem {
  const { _meta, ...rest } = item
  if (!isObject(_meta)) return item
  const kept: UnknownObject = Object.fromEntries(Object.entries(_meta).filter(([key]) => !volatile.test(key)))
  return { ...rest, name: item.name, ...(Object.keys(kept).length > 0 && { _meta: kept }) }
}
