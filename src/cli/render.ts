import type { ContentBlock, ToolResult } from '../tool/index.ts'

/** A result for a person's terminal: texts as they are, the rest named by kind and size. */
export function renderResult({ content }: ToolResult): string {
  return content.map(renderContent).join('\n')
}

function renderContent(item: ContentBlock): string {
  switch (item.type) {
    case 'text':
      return item.text
    case 'image':
    case 'audio':
      return `[${item.type} ${item.mimeType}, ${sizeOf(item.data)}]`
    case 'resource_link':
      return `[link ${item.name} ${item.uri}]`
    case 'resource':
      return 'text' in item.resource
        ? item.resource.text
        : `[resource ${item.resource.uri}, ${sizeOf(item.resource.blob)}]`
    default:
      return `[${JSON.stringify(item)}]`
  }
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
}
