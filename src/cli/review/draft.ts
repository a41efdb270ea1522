import { approveDraft, discardDraft, editDraft, getDraft, settleDraft, withdrawApproval } from '../../ledger/index.ts'
import type { Decided, Deciding, KeptDraft, Store } from '../../ledger/index.ts'
import { visible } from '../../tool/index.ts'
import { editText } from './editor.ts'
import { draftLines } from './render.ts'
import type { Review } from './review.ts'
import { findSender } from './sender.ts'
import type { Sender } from './sender.ts'

/** What a person may type of a draft, by how it stands. */
const words: Readonly<Record<KeptDraft['state'], readonly string[]>> = {
  open: ['send', 'edit', 'discard'],
  failed: ['send', 'edit', 'discard'],
  approved: ['send', 'edit', 'discard'],
  unknown: ['sent', 'not-sent'],
  sending: [],
  sent: [],
  discarded: [],
}

/** Shows a draft and does with it what a person types. Returns whether to go on to what else waits. */
export async function reviewDraft(first: KeptDraft, review: Review): Promise<boolean> {
  const { terminal, store } = review
  let draft: KeptDraft | undefined = first
  while (draft !== undefined) {
    for (const line of draftLines(draft, await review.now())) terminal.say(line)
    const known = words[draft.state]
    if (known.length === 0) return true
    const typed = await terminal.ask(`  Type ${known.join(', ')}, or quit; Enter leaves it as it is > `)
    if (typed === undefined || typed === 'quit') return false
    if (typed === '') return true
    if (known.includes(typed)) await act(draft, typed, review)
    else terminal.say(`  "${visible(typed)}" is none of these.`)
    if (known.includes(typed) && typed !== 'edit') return true
    draft = await getDraft(store, draft.id)
  }
  return true
}

async function act(draft: KeptDraft, typed: string, review: Review): Promise<void> {
  switch (typed) {
    case 'send':
      return await send(draft, review)
    case 'edit':
      return await edit(draft, review)
    case 'discard':
      return tell(await discardDraft(draft, decidingOf(review)), review, '  Discarded.')
    case 'sent':
      return tell(await settleDraft(draft, 'sent', decidingOf(review)), review, '  Settled: it was sent.')
    default:
      return tell(await settleDraft(draft, 'not-sent', decidingOf(review)), review, '  Open again.')
  }
}

function decidingOf({ store, person }: Review): Deciding {
  return { store, by: person, newId: () => crypto.randomUUID() }
}

function tell(decided: Decided, { terminal }: Review, says: string): void {
  terminal.say(decided.kind === 'decided' ? says : `  ${decided.says}`)
}

async function edit(draft: KeptDraft, review: Review): Promise<void> {
  const { terminal, io } = review
  const edited = await editText(draft.record.text, io, terminal)
  if (edited === undefined) return terminal.say('  The editor failed, and nothing is changed. $EDITOR names another.')
  const isSame = edited.text === draft.record.text
  const decided = isSame ? undefined : await editDraft(draft, edited.text, decidingOf(review))
  if (decided?.kind === 'refused') return terminal.say(`  ${decided.says} What you wrote is kept in ${edited.path}`)
  edited.forget()
  return terminal.say(isSame ? '  Nothing is changed.' : '  Changed.')
}

/** Who sends is found before anybody decides: where nobody can, the draft stays open. */
async function send(draft: KeptDraft, review: Review): Promise<void> {
  const { terminal, store, io } = review
  const sender = await findSender(draft.record, store, io)
  if (sender.kind === 'nobody') {
    review.fail()
    return terminal.say(`  Not sent: ${visible(sender.says)}`)
  }
  try {
    terminal.say(`  ${visible(sender.says)}`)
    const typed = await terminal.ask(
      `  Type ${draft.record.kind} to send it as ${review.person}; anything else does not > `,
    )
    if (typed !== draft.record.kind) return terminal.say('  Not sent.')
    const decided = await approveDraft(draft, decidingOf(review))
    if (decided.kind === 'refused') return terminal.say(`  ${decided.says}`)
    return await sendApproved(draft, sender, review)
  } finally {
    await sender.end()
  }
}

async function sendApproved(
  { id }: KeptDraft,
  sender: Exclude<Sender, { kind: 'nobody' }>,
  review: Review,
): Promise<void> {
  const { terminal, store } = review
  await sender.start()
  const after = await outcomeOf(id, review)
  const isLeft = after?.state === 'approved' && (await withdrawApproval(after, decidingOf(review))).kind === 'decided'
  const end = isLeft ? undefined : ((await getDraft(store, id)) ?? after)
  if (end?.state !== 'sent') review.fail()
  terminal.say(`  ${isLeft ? 'Not sent: the server did not take it, and it is open again.' : endText(end)}`)
}

function endText(end: KeptDraft | undefined): string {
  const note = visible(end?.record.note ?? '')
  const unknown = `Nobody knows whether it was sent. ${note}`
  const texts: Partial<Record<KeptDraft['state'], string>> = {
    sent: 'Sent.',
    failed: `Not sent, and it waits again: ${note}`,
    sending: 'It is still being sent. Look again later.',
  }
  return (end && texts[end.state]) ?? unknown
}

/** How long a server may take to begin, and to end. */
const beginMs = 30_000
const endMs = 60_000

/** The draft when it is settled, or as far as it has come. */
async function outcomeOf(id: string, { store, io }: Review): Promise<KeptDraft | undefined> {
  const began = performance.now()
  for (;;) {
    const draft = await getDraft(store, id)
    if (draft === undefined || !['approved', 'sending'].includes(draft.state)) return draft
    const rest = (draft.state === 'approved' ? beginMs : endMs) - (performance.now() - began)
    if (rest <= 0 || io.signal.aborted) return draft
    await changed(draft, { store, signal: io.signal, ms: Math.min(rest, lookMs) })
  }
}

/** Not all that becomes of a draft is written: a lease runs out by itself. */
const lookMs = 2000

/** Resolves when a draft has changed, and after this time. */
async function changed(
  { id, version }: KeptDraft,
  { store, signal, ms }: { store: Store; signal: AbortSignal; ms: number },
): Promise<void> {
  // Not AbortSignal.any with AbortSignal.timeout: Node 20 collects the timeout before it fires.
  const over = new AbortController()
  const end = (): void => over.abort()
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end)
  await store.changed(`draft/${id}`, version, over.signal)
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}
