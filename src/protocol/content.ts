import { text, type ContentBlock } from '../tool/index.ts'
import { pick } from './fields.ts'

/** For clients that know no links: the same as a line of text. */
export function linkAsText(item: ContentBlock): ContentBlock {
  if (item.type !== 'resource_link') return item
  const says = [item.title ?? item.name, item.description].filter((part) => part !== undefined).join(': ')
  return { ...annotationsOf(item), ...text(`${says} <${item.uri}>`) }
}

/** For clients that know no audio: the same bytes as an embedded resource. */
export function audioAsResource(item: ContentBlock, at: number): ContentBlock {
  if (item.type !== 'audio') return item
  const resource = { uri: `attachment:${at}`, mimeType: item.mimeType, blob: item.data }
  return { ...annotationsOf(item), type: 'resource', resource }
}

/** Without the metadata that older revisions have no place for. */
export function withoutMeta(item: ContentBlock): ContentBlock {
  if (!('_meta' in item)) return item
  const { _meta: _, ...rest } = item
  return rest
}

function annotationsOf(item: ContentBlock): Pick<ContentBlock, 'annotations'> {
  return pick(item, ['annotations'])
}
