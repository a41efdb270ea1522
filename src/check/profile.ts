/** What a provider or a directory refuses, as it was found on a day. */
export interface Profile {
  /** Same as the file's name. */
  readonly id: string
  readonly title: string
  /** The day on which the clauses were last compared with their sources, ISO 8601. */
  readonly verified: string
  readonly sources: readonly string[]
  /** What a tool may be called. */
  readonly toolName?: RegExp
  /** What a property of an input schema may be called. */
  readonly propertyName?: RegExp
  /** How many tools one request takes. */
  readonly tools?: { readonly most: number; readonly advised?: number }
  /** In characters. */
  readonly descriptionLength?: number
  /** The `format`s that are taken; absent: any. */
  readonly formats?: readonly string[]
  /** Keywords of JSON Schema that are refused, or dropped without a word. */
  readonly keywords?: readonly string[]
  /** Whether `type` may be a list. */
  readonly typeLists?: boolean
  /** The hints that every tool must state; of an inner list, one. */
  readonly hints?: readonly (readonly string[])[]
  /** Whether a tool that both reads and changes is refused. */
  readonly refusesMixed?: boolean
}
