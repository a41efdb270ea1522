import { isObject } from '../../tool/index.ts'
import type { ContentBlock, ToolResult, UnknownObject } from '../../tool/index.ts'

/** What servers may not say through us: what hosts take from us alone, pages of their own, and who they are. */
const withheld = /^(?:dev\.verbnoun\/|ui(?:\/|$)|.*\/ui(?:\/|$)|openai\/|io\.modelcontextprotocol\/)/

/** `_meta` without what is withheld; undefined where nothing is left. */
export function cleanMeta(meta: unknown): UnknownObject | undefined {
  if (!isObject(meta)) return undefined
  const kept = Object.entries(meta).filter(([key]) => !withheld.test(key))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Without icons and what of its `_meta` is withheld. */
export function cleanItem(item: UnknownObject): UnknownObject {
  const { _meta, icons: _, ...rest } = item
  const meta = cleanMeta(_meta)
  return { ...rest, ...(meta !== undefined && { _meta: meta }) }
}

/** A result as it may go on, its links under the URIs that `uriOf` gives them. */
export function cleanResult(result: ToolResult, uriOf: (uri: string) => string): ToolResult {
  const { content, structuredContent, isError } = result
  const meta = cleanMeta(result._meta)
  return {
    content: content.map((item) => cleanContent(item, uriOf)),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
    ...(meta !== undefined && { _meta: meta }),
  }
}

function cleanContent(item: ContentBlock, uriOf: (uri: string) => string): ContentBlock {
  const { _meta, ...rest } = item
  const meta = cleanMeta(_meta)
  const kept = meta === undefined ? rest : { ...rest, _meta: meta }
  if (kept.type === 'resource_link') {
    const { icons: _, ...link }: typeof kept & { readonly icons?: unknown } = kept
    return { ...link, uri: uriOf(kept.uri) }
  }
  return kept.type === 'resource' ? { ...kept, resource: { ...kept.resource, uri: uriOf(kept.resource.uri) } } : kept
}
