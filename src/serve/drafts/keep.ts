import { draftUri, keepDraft, type KeptDraft } from '../../ledger/index.ts'
import {
  type Content,
  type ContentBlock,
  type DraftContent,
  isDraft,
  isObject,
  isResult,
  link,
  result,
  text,
  type Tool,
} from '../../tool/index.ts'
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

interface Writing {
  readonly tool: Tool
  readonly exchange: Exchange
}

function replace(value: unknown, writing: Writing): unknown {
  if (isDraft(value)) return keepAll([value], writing)
  if (isListed(value)) return value.some(isDraft) ? keepAll(value, writing) : value
  if (!isResult(value) || value.content?.some(isDraft) !== true) return value
  return keepAll(value.content, writing).then((content) => result({ ...value, content }))
}

async function keepAll(items: readonly (Content | string)[], writing: Writing): Promise<(Content | string)[]> {
  const replaced: (Content | string)[] = []
  for (const [at, item] of items.entries()) {
    if (isDraft(item)) replaced.push(...(await keepOnce(item, at, writing)))
    else replaced.push(item)
  }
  return replaced
}

/** Where effects begin with steps, writing a draft is one of them: the key is claimed, and the call recorded. */
async function keepOnce(draft: DraftContent, at: number, writing: Writing): Promise<readonly Content[]> {
  const { tool, exchange } = writing
  if (exchange.asked.core.catalog().drafts.get(draft.kind)?.draft !== draft.maker) return [draft]
  const run = tool.idempotency !== undefined && tool.steps === true ? exchange.run : undefined
  return await (run?.step(`draft ${at + 1}`, () => keep(draft, writing)) ?? keep(draft, writing))
}

async function keep({ kind, text: words, data, annotations }: DraftContent, writing: Writing): Promise<ContentBlock[]> {
  const { tool, exchange } = writing
  const { core, params, peer } = exchange.asked
  const kept = await keepDraft(
    {
      kind,
      text: words,
      data: JSON.parse(JSON.stringify(data)) as unknown,
      tool: tool.name,
      caller: peer.caller,
      args: isObject(params['arguments']) ? params['arguments'] : {},
      origin: core.origin,
      ...(exchange.attempt !== undefined && { call: exchange.attempt.ref }),
    },
    { store: core.ledger, newId: () => crypto.randomUUID() },
  )
  const whom = annotations === undefined ? {} : { annotations }
  return [
    { ...text(words), ...whom },
    { ...linkTo(kept), ...whom },
  ]
}

function linkTo(draft: KeptDraft): ContentBlock {
  const { kind } = draft.record
  return link(draftUri(draft), {
    name: `${kind} ${draft.ref}`,
    description: `A draft: nothing is sent. A person reviews and sends it with: verbnoun review ${draft.ref}`,
    mimeType: 'application/json',
  })
}

function isListed(value: unknown): value is readonly (Content | string)[] {
  return Array.isArray(value)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
