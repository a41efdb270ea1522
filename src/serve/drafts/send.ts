import { commitDraft, type KeptDraft, listDrafts, moduleOf, standBy } from '../../ledger/index.ts'
import { type Drafts, isToolError, redactCredentials, referenceOf, traceOf } from '../../tool/index.ts'
import type { Core } from '../core.ts'
import { tell } from '../tell.ts'

/** What approvals came to, each by the draft. */
export type Sent = ReadonlyMap<string, Awaited<ReturnType<typeof commitDraft>>>

/** Sends the drafts of this server's module that people have approved. Leaves them where its environment is not whole. */
export async function sendApproved(core: Core): Promise<Sent> {
  const ours = moduleOf(core.origin)
  const approved = (await listDrafts(core.ledger, ['approved'])).filter(
    ({ record }) => moduleOf(record.origin) === ours,
  )
  const sent = new Map<string, Awaited<ReturnType<typeof commitDraft>>>()
  if (core.missing.length > 0) return sent
  for (const draft of approved) {
    const drafts = core.catalog().drafts.get(draft.record.kind)
    if (drafts !== undefined) sent.set(draft.id, await send(core, draft, drafts))
  }
  return sent
}

/** What is being sent must not be ended in the middle. */
async function send(core: Core, draft: KeptDraft, drafts: Drafts): ReturnType<typeof commitDraft> {
  const sending = commitDraft(draft, {
    store: core.ledger,
    newId: () => crypto.randomUUID(),
    commit: (about) => drafts.commit(about),
    timeoutMs: core.timeoutMs,
    explain: (error) => explain(core, draft, error),
  })
  core.acting.add(sending)
  return await sending.finally(() => core.acting.delete(sending))
}

function explain({ secrets, log }: Core, { ref, record: { kind } }: KeptDraft, error: unknown): string {
  if (isToolError(error)) return redactCredentials(error.message, { secrets, sent: [] })
  const reference = referenceOf(error)
  if (log !== undefined) tell(log, `${kind} ${ref} may have been sent (ref ${reference}): ${traceOf(error)}`, secrets)
  return `It failed inside the server (ref ${reference}).`
}

/** Stands by to send what is approved, until the signal aborts. */
export async function standByFor(core: Core, signal: AbortSignal): Promise<void> {
  await standBy({
    store: core.ledger,
    newId: () => crypto.randomUUID(),
    origin: core.origin,
    missing: core.missing,
    answer: async () => void (await sendApproved(core)),
    signal,
  })
}
