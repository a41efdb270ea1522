import { nameText } from '../../host/index.ts'
import type { ModelCall, ToolPlace } from '../../host/index.ts'
import { parseJson, visible } from '../../tool/index.ts'
import type { ContentBlock, ToolResult } from '../../tool/index.ts'
import { callLine, sizeText } from './call-text.ts'
import type { Screen } from './screen.ts'
import { tameText } from './text.ts'

/** A call that was made, and what its tool gave. */
export interface Answered {
  readonly call: ModelCall
  readonly place: ToolPlace | undefined
  readonly result: ToolResult
}

const most = 50

/** Keeps it behind those before it; the first ones go. */
export function keepAnswered(results: Answered[], answered: Answered): void {
  results.push(answered)
  if (results.length > most) results.shift()
}

/** Shows all of the last result, or of the one so many before it, counted from 1. */
export function showAnswered(results: readonly Answered[], words: string, screen: Screen): void {
  const back = words === '' ? 1 : Number(words)
  const found = results.at(-back)
  if (!/^[1-9]\d*$|^$/.test(words))
    screen.note(`/result takes a whole number from 1, as in /result 2, not "${visible(words)}".`)
  else if (results.length === 0) screen.note('No tool has answered yet.')
  else if (found === undefined) screen.note(`There is none so far back: /result ${results.length} is the first.`)
  else showWhole(found, screen)
}

function showWhole({ call, place, result }: Answered, screen: Screen): void {
  const { content, structuredContent: structure, isError } = result
  screen.line((room) => callLine({ place, name: call.name, arguments: call.arguments }, room))
  if (isError === true) screen.note('It failed.', { first })
  if (content.length === 0 && structure === undefined) screen.note('It gave nothing.', { first })
  for (const item of content) if (!isSame(item, structure)) showItem(item, screen)
  if (structure === undefined) return
  screen.note('Its structure:', { first })
  showText(JSON.stringify(structure, undefined, 2), screen)
}

const first = '  '
const theirs = '    '

/** Many servers give a structure once more as a text. */
function isSame(item: ContentBlock, structure: unknown): boolean {
  return (
    structure !== undefined &&
    item.type === 'text' &&
    JSON.stringify(parseJson(item.text)) === JSON.stringify(structure)
  )
}

function showText(text: string, screen: Screen): void {
  screen.note(tameText(text), { first: theirs, tone: 'plain' })
}

function showItem(item: ContentBlock, screen: Screen): void {
  const { annotations } = item
  const audience: unknown = annotations?.audience
  if (Array.isArray(audience) && audience.length === 1 && audience[0] === 'assistant')
    screen.note('For the model alone:', { first })
  switch (item.type) {
    case 'text':
      return showText(item.text, screen)
    case 'image':
    case 'audio':
      return screen.note(bytesText(item.type, item), { first })
    case 'resource_link':
      return screen.note(`link ${nameText(item.name)} ${visible(item.uri)}`, { first })
    case 'resource':
      return showResource(item.resource, screen)
    default:
      return showText(JSON.stringify(item), screen)
  }
}

function showResource(resource: Extract<ContentBlock, { type: 'resource' }>['resource'], screen: Screen): void {
  const { uri, mimeType = 'application/octet-stream' } = resource
  if ('blob' in resource) return screen.note(bytesText(visible(uri), { data: resource.blob, mimeType }), { first })
  screen.note(`holds ${visible(uri)}:`, { first })
  showText(resource.text, screen)
}

function bytesText(what: string, { data, mimeType }: { readonly data: string; readonly mimeType: string }): string {
  return `${what} (${visible(mimeType)}, ${sizeText(Buffer.from(data, 'base64').length)})`
}
