import { nameText } from '../../host/index.ts'
import { visible } from '../../tool/index.ts'
import type { ContentBlock, ToolResult } from '../../tool/index.ts'
import { sizeText } from './call-text.ts'
import type { Draw } from './pictures.ts'
import type { SaveFile } from './saved-files.ts'
import type { Screen } from './screen.ts'
import { tameText } from './text.ts'

/** What it takes to show what a tool has given. */
export interface ResultView {
  readonly screen: Screen
  /** Undefined: no picture can be shown here. */
  readonly draw: Draw | undefined
  readonly save: SaveFile
  /** A path as a person reads it. */
  readonly pathText: (path: string) => string
}

const first = '  '
/** In characters. */
const longestText = 8000

/** Shows a person what a result holds for them: pictures, files, links, and texts that are for nobody else. */
export function showResult({ content }: ToolResult, view: ResultView): void {
  for (const item of content) if (isForUser(item)) showItem(item, view)
}

function isForUser({ annotations }: ContentBlock): boolean {
  const audience: unknown = annotations?.audience
  return !Array.isArray(audience) || audience.length === 0 || audience.includes('user')
}

function isOnlyForUser({ annotations }: ContentBlock): boolean {
  const audience: unknown = annotations?.audience
  return Array.isArray(audience) && audience.includes('user') && !audience.includes('assistant')
}

function showItem(item: ContentBlock, view: ResultView): void {
  const { screen } = view
  switch (item.type) {
    case 'text':
      if (isOnlyForUser(item)) showText(item.text, view)
      break
    case 'image':
    case 'audio':
      showBytes(item, view)
      break
    case 'resource_link':
      screen.note(`link ${nameText(item.name)} ${visible(item.uri)}`, { first })
      break
    case 'resource':
      showResource(item.resource, isOnlyForUser(item), view)
      break
    default:
      screen.note(`[${visible(JSON.stringify(item)).slice(0, 200)}]`, { first })
  }
}

function showText(text: string, { screen }: ResultView): void {
  const rest = text.length - longestText
  screen.note(tameText(text.slice(0, longestText).toWellFormed()), { first, tone: 'plain' })
  if (rest > 0) screen.note(`${rest} more characters are not shown.`, { first })
}

type Resource = Extract<ContentBlock, { type: 'resource' }>['resource']

function showResource(resource: Resource, isPrinted: boolean, view: ResultView): void {
  const { uri, mimeType = 'application/octet-stream' } = resource
  if ('blob' in resource) return showBytes({ type: visible(uri), data: resource.blob, mimeType }, view)
  view.screen.note(`holds ${visible(uri)}, ${sizeText(Buffer.byteLength(resource.text))}`, { first })
  if (isPrinted) showText(resource.text, view)
}

function showBytes({ type, data, mimeType }: { type: string; data: string; mimeType: string }, view: ResultView): void {
  const { screen, draw, save, pathText } = view
  const bytes = Buffer.from(data, 'base64')
  const picture = type === 'image' ? draw?.(bytes) : undefined
  if (picture !== undefined) return screen.picture(picture)
  const what = `${type} (${visible(mimeType)}, ${sizeText(bytes.length)})`
  try {
    screen.note(`${what} saved: ${visible(pathText(save(bytes, mimeType)))}`, { first })
  } catch (error) {
    screen.note(`${what} could not be saved: ${error instanceof Error ? visible(error.message) : ''}`, { first })
  }
}
