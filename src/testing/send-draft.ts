import { approveDraft, editDraft, getDraft } from '../ledger/index.ts'
import type { Decided, Deciding, KeptDraft, Store } from '../ledger/index.ts'
import type { Server } from '../serve/index.ts'

/** What the person does who reviews a draft. */
export interface Reviewing {
  /** Who it is. Default: `tester`. */
  readonly person?: string
  /** The text as that person leaves it. Default: as the tool wrote it. */
  readonly text?: string
}

/** How a draft stands when it was to be sent, and why, where it failed. */
export interface SentDraft {
  readonly state: 'sent' | 'failed' | 'unknown'
  readonly note?: string
}

/** Sends the draft of a link as a person would. Throws where there is none, or nothing can be sent. */
export async function sendDraft(
  uri: string,
  { person = 'tester', text }: Reviewing,
  { server, ledger }: { readonly server: Server; readonly ledger: Store },
): Promise<SentDraft> {
  const id = uri.split('/').at(-1) ?? ''
  const find = async (): Promise<KeptDraft> => {
    const draft = await getDraft(ledger, id)
    if (draft !== undefined) return draft
    throw new Error(`No draft ${uri} is kept. The client of a server needs that server's ledger.`)
  }
  const deciding: Deciding = { store: ledger, by: person, newId: () => crypto.randomUUID() }
  if (text !== undefined) require(await editDraft(await find(), text, deciding))
  require(await approveDraft(await find(), deciding))
  await server.sendApproved()
  const { state, record } = await find()
  if (state !== 'sent' && state !== 'failed' && state !== 'unknown')
    throw new Error(`${uri} was not sent. Variables that the server declares are given as env: { NAME: 'value' }.`)
  return { state, ...(record.note !== undefined && { note: record.note }) }
}

function require(decided: Decided): void {
  if (decided.kind === 'refused') throw new Error(decided.says)
}
