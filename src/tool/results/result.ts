import { encode } from '../codec/codec.ts'
import type { Content, ContentBlock, Result, ToolResult } from './content.ts'
import { isDraft, isResult, text } from './content.ts'
import { failedResult, maskedResult, ResultError } from '../failure.ts'
import { fit, fitText } from './fit.ts'
import { isObject } from '../json.ts'
import { tellProblem } from '../arguments/problem-text.ts'
import { readContent } from './read-content.ts'
import type { ReadFile } from './read-content.ts'
import { quote } from '../schema/schema-text.ts'
import type { Returning, ToolDefinition } from '../tool.ts'
import { problemsOf, validatorOf } from '../schema/validate.ts'

/** What a result may hold, and how it gets at files. */
export interface ResultSettings {
  /** In characters of text or JSON; what is beyond is cut, with a note. */
  readonly limit: number
  readonly readFile: ReadFile
  /** Takes out of a value what must not leave. */
  readonly hide: <Value>(value: Value) => Value
}

type Settled = ToolResult | Promise<ToolResult>

/** The result that a tool's return value becomes. Throws what the value's own getters, `toJSON` and sources throw. */
export function toResult(tool: ToolDefinition & Returning, value: unknown, settings: ResultSettings): Settled {
  if (isResult(value)) return chosen(tool, value, settings)
  if (tool.outputSchema !== undefined) return declared(tool, value, settings)
  if (value === undefined || tool.returns === 'nothing') return { content: [text(`${tool.name} is done.`)] }
  if (typeof value === 'string') return listed([value], settings)
  if (isContent(value)) return listed([value], settings)
  if (isContentList(value, tool.returns === 'content')) return listed(value, settings)
  if (tool.returns === 'content')
    return value === null
      ? listed([], settings)
      : broken(tool, `got ${quote(encode(true, value))}, want text or content`)
  return structured(tool, settings.hide(encode(true, value)), settings)
}

/** Content and structure as `result` was given them. */
function chosen(tool: ToolDefinition, { content, structured: value, meta }: Result, settings: ResultSettings): Settled {
  const structure = value === undefined ? undefined : declared(tool, value, settings)
  if (structure?.isError === true) return structure
  const list = content === undefined ? (structure ?? { content: [] }) : listed(content, settings)
  const join = (items: ToolResult): ToolResult => ({
    ...structure,
    content: items.content,
    ...(meta !== undefined && { _meta: settings.hide(meta) }),
  })
  return list instanceof Promise ? list.then(join) : join(list)
}

/** A structure that keeps the promise of its schema, or a text that says that it did not. */
function declared(tool: ToolDefinition, value: unknown, settings: ResultSettings): ToolResult {
  const schema = tool.outputSchema ?? true
  const encoded = encode(schema, value ?? null)
  if (validatorOf(schema)(encoded)) return structured(tool, settings.hide(encoded), settings)
  const root = typeof schema === 'boolean' ? {} : schema
  const problems = problemsOf(schema, encoded).map((problem) => tellProblem(problem, root, 'the result'))
  return broken(tool, problems.slice(0, shownProblems).join('; '))
}

const shownProblems = 5

function broken(tool: ToolDefinition, problems: string): ToolResult {
  return maskedResult(new ResultError(`its result breaks its declared type: ${problems}`), (reference) =>
    tool.annotations?.readOnlyHint === true
      ? `${tool.name} failed inside the server (ref ${reference}).`
      : `${tool.name} ran, but its result broke its declared shape (ref ${reference}). Do not call it again.`,
  )
}

/** The structure, and the same as text for a model whose host shows it only text. */
function structured(tool: ToolDefinition, value: unknown, { limit }: ResultSettings): ToolResult {
  const json = JSON.stringify(value)
  if (json.length <= limit) return { content: [text(json)], structuredContent: value }
  const fitted = fit(value, limit)
  if (fitted !== undefined && validatorOf(tool.outputSchema ?? true)(fitted.value)) {
    return { content: [text(JSON.stringify(fitted.value)), text(fitted.note)], structuredContent: fitted.value }
  }
  if (tool.outputSchema === undefined) return { content: fitText(json, limit) }
  return failedResult(
    `${tool.name} ran, but its result of ${json.length} characters is over the limit of ${limit} and cannot be cut.`,
    'Ask for less.',
  )
}

function listed(items: readonly (Content | string)[], { limit, readFile, hide }: ResultSettings): Settled {
  const content = items.map((item) => (typeof item === 'string' ? text(item) : item))
  if (content.every(isRead)) return { content: cutTexts(hide(content), limit) }
  return readContent(content, readFile).then((read) => ({ content: cutTexts(hide(read), limit) }))
}

function isRead(item: Content): item is ContentBlock {
  return item.type !== 'unread' && item.type !== 'draft'
}

/** Together the texts stay within the limit; the first ones are the ones that stay whole. */
function cutTexts(content: readonly ContentBlock[], limit: number): readonly ContentBlock[] {
  if (content.reduce((sum, item) => sum + (item.type === 'text' ? item.text.length : 0), 0) <= limit) return content
  let rest = limit
  return content.flatMap((item): ContentBlock[] => {
    if (item.type !== 'text') return [item]
    const cut = fitText(item.text, rest)
    rest = Math.max(0, rest - item.text.length)
    return cut.length === 1 ? [item] : cut
  })
}

/** Where nothing was declared, a list is a list of content when an item of it is content; strings beside it are text. */
function isContentList(value: unknown, isDeclared: boolean): value is readonly (Content | string)[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' || isContent(item))) return false
  return isDeclared || value.some(isContent)
}

const owed: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
  unread: ['becomes'],
}

function isContent(value: unknown): value is Content {
  if (!isObject(value) || typeof value['type'] !== 'string') return false
  if (value['type'] === 'draft') return isDraft(value)
  if (value['type'] === 'resource') return isObject(value['resource']) && typeof value['resource']['uri'] === 'string'
  return Object.hasOwn(owed, value['type']) && owed[value['type']]!.every((key) => typeof value[key] === 'string')
}
