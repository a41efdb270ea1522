import type { DescribedTool } from './described-tool.ts'
import type { ToolRequest } from './findability.ts'

/** What happened when two tools exchanged their descriptions. */
export interface Swap {
  readonly a: number
  readonly b: number
  /**
   * Who noticed: `requests` went to the other tool, or the `name` and the parameters fit the other description less;
   * `nothing`: the descriptions do not depend on their tools.
   */
  readonly noticed: 'requests' | 'name' | 'nothing'
  /** How many requests changed their winner, of how many that concern the two. */
  readonly flipped: number
  readonly asked: number
  /** How much better each description fits its own name and parameters than the other's: −1 to 1, 0 no difference. */
  readonly gain: number
  /** The words that noticed. */
  readonly words: readonly string[]
}

export interface SwapOptions {
  /** Places of the tools to exchange. Default: the pairs that `similarPairs` finds from half its score on. */
  readonly pairs?: readonly { readonly a: number; readonly b: number }[]
  /** Requests that name what each tool should win. Without them only names and parameters can notice. */
  readonly requests?: readonly ToolRequest[]
}

/** Exchanges the descriptions of two tools: does anything notice? */
export function swapTest(_tools: readonly DescribedTool[], _options: SwapOptions = {}): Swap[] {
  return []
}
