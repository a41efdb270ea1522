import { type Content, isDraft, isResult, result, type Tool } from '../../tool/index.ts'
import type { Exchange } from '../exchange.ts'

/** A tool whose drafts are kept before its result is made. What it returns has each draft's text and link in its place. */
export function drafting(tool: Tool, exchange: Exchange): Tool {
  if (exchange.asked.core.catalog().drafts.size === 0) return tool
  return {
    ...tool,
    run(args, context) {
      const value = tool.run(args, context)
      return isThenable(value)
        ? value.then((given) => replace(given, { tool, exchange }))
        : replace(value, { tool, exchange })
    },
  }
}

/** Who writes drafts, and for which request. */
export interface Writing {
  readonly tool: Tool
  readonly exchange: Exchange
}

function replace(value: unknown, writing: Writing): unknown {
  if (isDraft(value)) return keepAll([value], writing)
  if (isListed(value)) return value.some(isDraft) ? keepAll(value, writing) : value
  if (!isResult(value) || value.content?.some(isDraft) !== true) return value
  return keepAll(value.content, writing).then((content) => result({ ...value, content }))
}

/** Most results hold no draft: how one is kept is loaded with the first. */
async function keepAll(items: readonly (Content | string)[], writing: Writing): Promise<readonly (Content | string)[]> {
  const { keepDrafts } = await import('./keep.ts')
  return await keepDrafts(items, writing)
}

function isListed(value: unknown): value is readonly (Content | string)[] {
  return Array.isArray(value)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
