import type { ModelAnswer, ModelTool } from './parts.ts'
import type { SchemaRules, StrictRules } from './schema-rules.ts'

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
  readonly strict?: StrictRules
  readonly results: ResultRules
  /** What the id of a call may be; absent: whatever a provider gave it. */
  readonly callIds?: RegExp
  /** Tools as a request carries them. */
  encodeTools(tools: readonly ModelTool[]): readonly unknown[]
  /** The answer to a call as the next request carries it. */
  encodeAnswer(answer: ModelAnswer): unknown
}

/** What the answer to a call may hold. */
export interface ResultRules {
  readonly images: MediaRules
  readonly documents: MediaRules
  /** Whether an answer can say that the call failed; where not, its text says so. */
  readonly hasErrorFlag: boolean
  /** Whether an answer that says so may hold more than text. */
  readonly errorsHoldMedia: boolean
  /** Whether an answer is text only, and its files follow all answers in a message of the user. */
  readonly mediaApart?: boolean
}

/** Which pictures or documents an answer may hold. */
export interface MediaRules {
  /** None: it takes none. */
  readonly mimeTypes: readonly string[]
  /** The most bytes that one may have. */
  readonly mostBytes: number
  /** The most pixels that a side of a picture may have; absent: any. */
  readonly mostPixels?: number
  /** The most that one answer may have. */
  readonly most: number
}

export const noMedia: MediaRules = { mimeTypes: [], mostBytes: 0, most: 0 }
