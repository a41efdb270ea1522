import type { DescribedTool } from './described-tool.ts'

/** A request in a person's words, and the tool that should win it, or (`wanted: false`) leave it to others. */
export interface ToolRequest {
  readonly tool: string
  readonly request: string
  readonly wanted: boolean
}

/** What came of one request. */
export interface Found extends ToolRequest {
  /** The place of the tool, 1 the first; undefined where no word of the request leads to it or no such tool exists. */
  readonly rank: number | undefined
  /** The tools that came first, at most five. */
  readonly first: readonly { readonly tool: string; readonly score: number }[]
}

/** A request that another tool won, or that was won by a tool that should have left it. */
export interface Lost extends ToolRequest {
  /** Who won; undefined where no tool has any of its words. */
  readonly to: string | undefined
  /** The words of the request that decided it: the winner has them, or has them more. */
  readonly words: readonly string[]
  readonly rank: number | undefined
}

export interface Findability {
  readonly results: readonly Found[]
  /** The share of wanted requests that came first, 0 to 1; 1 where none is wanted. */
  readonly top1: number
  /** The same for the first three. */
  readonly top3: number
  /** How often requests for one tool went to another: rows only where something was lost. */
  readonly confusion: readonly { readonly wanted: string; readonly won: string; readonly count: number }[]
  readonly lost: readonly Lost[]
}

/** Ranks the tools for each request by their words and says which requests are lost, to whom and by which words. */
export function findRequests(_tools: readonly DescribedTool[], _requests: readonly ToolRequest[]): Findability {
  return { results: [], top1: 1, top3: 1, confusion: [], lost: [] }
}

/** The confusion as lines of text: one row for each tool that lost or won a request that was not its own. */
export function showConfusion(_found: Findability): string {
  return ''
}
