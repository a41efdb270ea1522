import type { UnknownObject } from '../../tool/index.ts'
import type { ToolPlace } from '../names.ts'
import type { ModelTool } from './parts.ts'

/** The tools of some servers as one model takes them. */
export interface ModelTools {
  readonly tools: readonly ModelTool[]
  /** Those that no request can carry; the others are none the worse for it. */
  readonly setAside: readonly SetAside[]
  /** What a model means by a name and arguments: held to the tool's own schema, not to what the provider took of it. */
  readonly read: (name: string, args: SaidArguments) => ReadCall
}

/** Arguments as providers give them: an object, its JSON, or nothing where there are none. */
export type SaidArguments = UnknownObject | string | null | undefined

export interface SetAside {
  readonly name: string
  readonly place: ToolPlace
  readonly reason: string
}

export type ReadCall =
  | { readonly kind: 'call'; readonly place: ToolPlace; readonly arguments: UnknownObject }
  /** For the model: what is wrong, and what would be right. */
  | { readonly kind: 'refused'; readonly reason: string }
