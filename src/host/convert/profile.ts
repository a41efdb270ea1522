import type { ModelAnswer, ModelTool } from './parts.ts'
import type { SchemaRules } from './schema-rules.ts'

/** What a provider's API takes, as it was found on a day, and how tools and results look on its wire. */
export interface Profile {
  /** Same as the file's name. */
  readonly id: string
  readonly title: string
  /** The day on which the clauses were last compared with their sources, ISO 8601. */
  readonly verified: string
  readonly sources: readonly string[]
  /** How many tools one request takes; absent: no limit is known. */
  readonly mostTools?: number
  readonly schema: SchemaRules
  /** The same where the provider is to hold the model to the schema; absent: it has no such mode. */
  readonly strictSchema?: SchemaRules
  readonly results: ResultRules
  /** Tools as a request carries them. */
  encodeTools(tools: readonly ModelTool[]): readonly unknown[]
  /** The answer to a call as the next request carries it. */
  encodeAnswer(answer: ModelAnswer): unknown
}

/** What the answer to a call may hold. */
export interface ResultRules {
  /** MIME types of pictures. */
  readonly images: readonly string[]
  /** MIME types of documents. */
  readonly documents: readonly string[]
  /** The most that one picture or document may have, in bytes. */
  readonly mostBytes: number
  /** Whether an answer can say that the call failed; where not, its text says so. */
  readonly hasErrorFlag: boolean
}
