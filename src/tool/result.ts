import { encode } from './codec.ts'
import type { Content, ToolResult } from './content.ts'
import { text } from './content.ts'
import { maskedResult } from './failure.ts'
import { isObject } from './json.ts'
import type { JsonSchema } from './schema.ts'
import type { ToolDefinition } from './tool.ts'
import { problemsOf, validatorOf } from './validate.ts'

/** The result that a tool's return value becomes. Throws what the value's own getters and `toJSON` throw. */
export function toResult(tool: ToolDefinition, value: unknown): ToolResult {
  if (tool.outputSchema !== undefined) return declared(tool, tool.outputSchema, value)
  if (value === undefined) return { content: [text(`${tool.name} is done.`)] }
  if (typeof value === 'string') return { content: [text(value)] }
  if (isContent(value)) return { content: [value] }
  if (isContentList(value)) return { content: value.map(toContent) }
  return structured(encode(true, value))
}

/** A structure that keeps the promise of its schema, or a text that says that it did not. */
function declared(tool: ToolDefinition, schema: JsonSchema, value: unknown): ToolResult {
  const encoded = encode(schema, value)
  if (validatorOf(schema)(encoded)) return structured(encoded)
  const [problem] = problemsOf(schema, encoded)
  const broken = new TypeError(`the result breaks "${problem?.keyword}" of its schema at /${problem?.path.join('/')}`)
  return maskedResult(broken, (reference) =>
    tool.annotations?.readOnlyHint === true
      ? `${tool.name} failed inside the server (ref ${reference}).`
      : `${tool.name} ran, but its result broke its declared shape (ref ${reference}). Do not call it again.`,
  )
}

/** The structure, and the same as text for a model whose host shows it only text. */
function structured(value: unknown): ToolResult {
  return { content: [text(JSON.stringify(value))], structuredContent: value }
}

/** Where nothing was declared, a list is a list of content when an item of it is content; strings beside it are text. */
function isContentList(value: unknown): value is readonly (Content | string)[] {
  return (
    Array.isArray(value) && value.some(isContent) && value.every((item) => typeof item === 'string' || isContent(item))
  )
}

function toContent(item: Content | string): Content {
  return typeof item === 'string' ? text(item) : item
}

const owed: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
}

function isContent(value: unknown): value is Content {
  if (!isObject(value) || typeof value['type'] !== 'string') return false
  if (value['type'] === 'resource') return isObject(value['resource']) && typeof value['resource']['uri'] === 'string'
  return Object.hasOwn(owed, value['type']) && owed[value['type']]!.every((key) => typeof value[key] === 'string')
}
