import { isObject } from '../../tool/index.ts'

/** What we use of `LanguageModelV4` of `@ai-sdk/provider` 4, which every provider of the AI SDK 7 gives. */
export interface LanguageModel {
  readonly specificationVersion: 'v4'
  readonly provider: string
  readonly modelId: string
  readonly doStream: (options: StreamOptions) => PromiseLike<{ readonly stream: PartStream }>
}

/** A `ReadableStream` of what is read part by part: it comes from outside. */
export interface PartStream {
  readonly getReader: () => PartReader
}

export interface PartReader {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: unknown }>
  readonly cancel: () => Promise<void>
}

export interface StreamOptions {
  prompt: PromptMessage[]
  tools?: FunctionTool[]
  abortSignal?: AbortSignal
  providerOptions?: ProviderOptions
}

export interface FunctionTool {
  type: 'function'
  name: string
  description?: string
  inputSchema: object
  strict?: boolean
}

export type PromptMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: (TextPart | FilePart)[] }
  | { role: 'assistant'; content: (TextPart | ReasoningPart | ToolCallPart)[] }
  | { role: 'tool'; content: ToolResultPart[] }

export interface TextPart {
  type: 'text'
  text: string
  providerOptions?: ProviderOptions
}

export interface ReasoningPart {
  type: 'reasoning'
  text: string
  providerOptions?: ProviderOptions
}

export interface FilePart {
  type: 'file'
  mediaType: string
  data: { type: 'data'; data: string }
  filename?: string
}

export interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  providerOptions?: ProviderOptions
}

export interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output:
    | { type: 'text'; value: string }
    | { type: 'error-text'; value: string }
    | { type: 'content'; value: (TextPart | FilePart)[] }
}

/** By provider, what only it reads. */
export type ProviderOptions = Record<string, JsonObject>

interface JsonObject {
  [name: string]: JsonValue | undefined
}

type JsonValue = null | string | number | boolean | JsonObject | JsonValue[]

export function isLanguageModel(value: unknown): value is LanguageModel {
  return isObject(value) && value['specificationVersion'] === 'v4' && typeof value['doStream'] === 'function'
}

export function isProviderOptions(value: unknown): value is ProviderOptions {
  return isObject(value) && Object.values(value).every((member) => isObject(member) && isJson(member))
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson)
  if (isObject(value)) return Object.values(value).every((member) => member === undefined || isJson(member))
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
