import type { ModelPart } from '../parts.ts'

/** Something of a result on its way to a model. */
export type Piece =
  /** What a server wrote: it may be cut. The name is for whoever reads the rest of it. */
  | { readonly kind: 'text'; readonly text: string; readonly name: string; readonly priority: number }
  /** What we say. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'media'; readonly part: ModelPart }
