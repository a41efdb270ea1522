import { findDrafts, findQuestions, listDrafts, openQuestions } from '../../ledger/index.ts'
import type { Store } from '../../ledger/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import { reviewDraft } from './draft.ts'
import { reviewQuestion } from './question.ts'
import { listLines } from './render.ts'
import type { Waiting } from './render.ts'
import type { Terminal } from './terminal.ts'

/** A person at a terminal, before a ledger. */
export interface Review {
  readonly terminal: Terminal
  readonly store: Store
  readonly io: Io
  /** Who decides: the user of this machine. */
  readonly person: string
  /** The time of the ledger. */
  readonly now: () => Promise<number>
  /** Something that was wanted was not done: the command will say so to the shell. */
  readonly fail: () => void
}

/** What waits in a ledger; all that a reference names, settled or not, where one is given. */
export async function findWaiting(store: Store, ref: string | undefined): Promise<Waiting> {
  if (ref === undefined) return { drafts: await listDrafts(store), questions: await openQuestions(store) }
  const drafts = await findDrafts(store, ref)
  const questions = (await findQuestions(store, ref)).filter(({ answer }) => answer === undefined)
  if (drafts.length + questions.length === 1) return { drafts, questions }
  if (drafts.length + questions.length === 0)
    throw new UsageError(
      `This ledger has no draft and no open question ${ref}. Another one? verbnoun review FILE ${ref}`,
    )
  const refs = [...drafts, ...questions].map((each) => each.ref)
  throw new UsageError(`${ref} may be ${refs.join(' or ')}: type more of it.`)
}

/** Goes through what waits, one after the other, as long as the person wants to. */
export async function reviewAll({ drafts, questions }: Waiting, review: Review): Promise<void> {
  const { terminal } = review
  const now = await review.now()
  if (drafts.length + questions.length > 1) for (const line of listLines({ drafts, questions }, now)) terminal.say(line)
  for (const draft of drafts) if (!(await reviewDraft(draft, review))) return
  for (const question of questions) if (!(await reviewQuestion(question, review))) return
}
