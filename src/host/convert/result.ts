import type { ToolResult } from '../../tool/index.ts'
import type { Keep } from './keep.ts'
import type { ModelPart, ModelResult } from './parts.ts'
import type { Profile } from './profile.ts'

export interface ConvertResultOptions {
  readonly profile: Profile
  /** Keeps what the model does not get as it is. Without it, that is left out. */
  readonly keep?: Keep
  /** What of a result with both: its content, its structure, or both where they differ. Default: content. */
  readonly show?: 'content' | 'structured' | 'both'
  /** The most characters of all texts together. Default: 100,000. */
  readonly budget?: number
}

/** A result as a model reads it: never empty, and nothing in it that the provider refuses. */
export function convertResult(result: ToolResult, _options: ConvertResultOptions): ModelResult {
  const isError = result.isError === true
  const parts = result.content.flatMap((item): ModelPart[] =>
    item.type === 'text' && item.text.trim() !== '' ? [{ kind: 'text', text: item.text.toWellFormed() }] : [],
  )
  if (parts.length > 0) return { isError, parts }
  const { structuredContent } = result
  const text = structuredContent === undefined ? 'Done. The tool returned nothing.' : JSON.stringify(structuredContent)
  return { isError, parts: [{ kind: 'text', text }] }
}
