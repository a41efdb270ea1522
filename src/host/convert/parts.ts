import type { UnknownObject } from '../../tool/index.ts'

/** One piece of what a model reads, in a form that every provider has. `data` is base64. */
export type ModelPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly kind: 'document'; readonly mimeType: string; readonly data: string; readonly name: string }

/** The result of a call as a model reads it. */
export interface ModelResult {
  readonly isError: boolean
  readonly parts: readonly ModelPart[]
}

/** A tool as a model is told of it. */
export interface ModelTool {
  /** Unique in a request, and looked up to find the tool. */
  readonly name: string
  readonly description: string
  /** What the provider takes of the tool's schema. */
  readonly inputSchema: UnknownObject
  /** Whether the provider holds the model to the schema. */
  readonly strict?: boolean
}

/** The answer to one call of a model. */
export interface ModelAnswer extends ModelResult {
  /** Of the call. */
  readonly id: string
  /** Of the tool, as the model called it. */
  readonly name: string
}
