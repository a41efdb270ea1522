import { digest, isObject, parseJson } from '../tool/index.ts'
import type { ObjectSchema, UnknownObject } from '../tool/index.ts'
import { writeSurely } from './insist.ts'
import { refOf } from './ref.ts'
import type { Entry, Store } from './store.ts'

/** What a person must answer before a call can be done, where its client cannot ask or did not wait. */
export interface AskedQuestion {
  readonly tool: string
  readonly caller: string
  /** The arguments of the call, as they were sent. */
  readonly args: UnknownObject
  readonly message: string
  /** The form to fill. */
  readonly schema: ObjectSchema
  /** What the tool and its server were when they asked: another definition asks again. */
  readonly definition: string
}

/** An answer as a client gives it: accepted with the form filled, declined, or put away. */
export interface PersonsAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: UnknownObject
}

/** A question as it is kept. */
export interface KeptQuestion {
  readonly key: string
  readonly version: string
  /** What people name it by. */
  readonly ref: string
  readonly question: AskedQuestion
  /** When it was asked first, in milliseconds since 1970. */
  readonly asked: number
  /** What was answered, and by whom; undefined while it is open. */
  readonly answer?: PersonsAnswer
  readonly by?: string
}

const questionPrefix = 'question/'
/** How long a question waits for its answer, and the answer for the call. */
const openMs = 3_600_000

export interface KeepOptions {
  readonly store: Store
  readonly now: number
  readonly newId: () => string
}

/** Keeps a question until it is answered; one that is kept already stays as it is. Gives what people name it by. */
export async function keepQuestion(question: AskedQuestion, { store, now, newId }: KeepOptions): Promise<string> {
  const key = keyOf(question)
  const value = JSON.stringify({ question, asked: now })
  await writeSurely(store, [{ key, expect: undefined, version: newId(), value, tag: 'open', keepMs: openMs }])
  return refOf(key)
}

/** The answer to a question that was kept, which is used up by this; undefined where there is none. */
export async function takeAnswer(question: AskedQuestion, store: Store): Promise<PersonsAnswer | undefined> {
  const { entries } = await store.read([keyOf(question)])
  const kept = entries[0] === undefined ? undefined : readQuestion(entries[0])
  if (kept?.answer === undefined) return undefined
  const { kind } = await writeSurely(store, [{ key: kept.key, expect: kept.version, remove: true }])
  return kind === 'written' ? kept.answer : undefined
}

/** The questions that wait for an answer. */
export async function openQuestions(store: Store): Promise<KeptQuestion[]> {
  return (await store.list({ prefix: questionPrefix, tag: 'open', limit: 1000 })).flatMap(
    (entry) => readQuestion(entry) ?? [],
  )
}

/** The questions whose reference begins so. */
export async function findQuestions(store: Store, ref: string): Promise<KeptQuestion[]> {
  const entries = await store.list({ prefix: questionPrefix + ref.toLowerCase(), limit: 10 })
  return entries.flatMap((entry) => readQuestion(entry) ?? [])
}

/** Answers a question for the next call that asks it; false where it has been answered or withdrawn meanwhile. */
export async function answerQuestion(
  { key, version, question, asked }: KeptQuestion,
  given: { readonly answer: PersonsAnswer; readonly by: string },
  { store, newId }: Pick<KeepOptions, 'store' | 'newId'>,
): Promise<boolean> {
  const value = JSON.stringify({ question, asked, ...given })
  const change = { key, expect: version, version: newId(), value, tag: 'answered', keepMs: openMs }
  return (await writeSurely(store, [change])).kind === 'written'
}

function keyOf({ tool, caller, args, message, schema, definition }: AskedQuestion): string {
  return questionPrefix + digest([caller, tool, definition, args, message, schema])
}

function readQuestion({ key, version, value }: Entry): KeptQuestion | undefined {
  const kept = parseJson(value)
  return isKept(kept) ? { ...kept, key, version, ref: refOf(key) } : undefined
}

function isKept(kept: unknown): kept is Omit<KeptQuestion, 'key' | 'version' | 'ref'> {
  return isObject(kept) && isObject(kept['question']) && typeof kept['asked'] === 'number'
}
