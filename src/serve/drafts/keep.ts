import { draftUri, keepDraft, type KeptDraft } from '../../ledger/index.ts'
import { type Content, type ContentBlock, type DraftContent, isDraft, isObject, link, text } from '../../tool/index.ts'
import type { Writing } from './drafting.ts'

/** What a tool returned, with the text and the link of each draft in its place. */
export async function keepDrafts(
  items: readonly (Content | string)[],
  writing: Writing,
): Promise<readonly (Content | string)[]> {
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
