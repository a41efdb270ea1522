import { answerQuestion, type AskedQuestion, findQuestions, keepQuestion, takeAnswer } from '../ledger/index.ts'
import { latest } from '../protocol/index.ts'
import { digest, isObject, parseJson, type Tool } from '../tool/index.ts'
import type { Exchange } from './exchange.ts'
import type { Question } from './question.ts'
import { timeText } from './time-text.ts'

/** What is known of a question before it is asked. */
export type Recalled =
  /** A person has answered it elsewhere: this is the answer, as a client would give it. */
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** A person said no a while ago; the text is for the model. */
  | { readonly kind: 'denied'; readonly text: string }

/** What of the questions of a call outlasts it. */
export interface QuestionMemory {
  readonly recall: (question: Question) => Promise<Recalled | undefined>
  /** Keeps a question that the client cannot be asked, or has not answered in time. Gives the text for the model. */
  readonly keep: (question: Question) => Promise<string | undefined>
  /** Takes an answer that came when nobody waited for it any more: it serves the next call. */
  readonly takeLate: (question: Question, answer: unknown) => Promise<void>
  /** Remembers that a person said no. */
  readonly remember: (question: Question, text: string) => Promise<void>
}

/** How long a no holds, in milliseconds. */
const denialMs = 600_000

/** The memory of one call. It is bound to the caller, the tool as it is, the arguments and the very question. */
export function questionMemory(tool: Tool, exchange: Exchange): QuestionMemory {
  const { core, peer, params } = exchange.asked
  const { ledger, now } = core
  const definition = digest(JSON.stringify([core.info.name, latest.encodeTool(tool)]))
  const args = isObject(params['arguments']) ? params['arguments'] : {}
  const asked = ({ form }: Question): AskedQuestion | undefined =>
    form && { tool: tool.name, caller: peer.caller, args, definition, ...form }

  return {
    async recall(question) {
      const about = asked(question)
      if (about === undefined) return undefined
      const answer = await takeAnswer(about, ledger)
      if (answer !== undefined) return { kind: 'answered', answer }
      const { entries } = await ledger.read([denialKey(about)])
      const denial = parseJson(entries[0]?.value ?? '')
      if (!isObject(denial)) return undefined
      const [from, until] = [0, denialMs].map((ms) => timeText(Number(denial['at']) + ms, now()))
      return { kind: 'denied', text: `${String(denial['text'])} That was at ${from} and holds until ${until}.` }
    },
    async keep(question) {
      const about = asked(question)
      if (about === undefined) return undefined
      const ref = await keepQuestion(about, { store: ledger, now: now(), newId })
      const first = `${tool.name} was not done: a person must answer "${question.says}" first.`
      return `${first} Ask the user to answer it with: verbnoun review ${ref}. Then call it again with the same arguments.`
    },
    async takeLate(question, answer) {
      const about = asked(question)
      if (about === undefined || !isAnswer(answer)) return
      const ref = await keepQuestion(about, { store: ledger, now: now(), newId })
      const kept = (await findQuestions(ledger, ref)).find(({ answer: given }) => given === undefined)
      if (kept !== undefined) await answerQuestion(kept, { answer, by: peer.caller }, { store: ledger, newId })
    },
    async remember(question, text) {
      const about = asked(question)
      if (about === undefined || question.isFinal !== true) return
      const value = JSON.stringify({ text, at: now() })
      const denial = { key: denialKey(about), expect: undefined, version: newId(), value, keepMs: denialMs }
      await ledger.write([denial])
    },
  }
}

function denialKey(question: AskedQuestion): string {
  return `denial/${digest({ ...question })}`
}

function newId(): string {
  return crypto.randomUUID()
}

function isAnswer(answer: unknown): answer is Parameters<typeof answerQuestion>[1]['answer'] {
  return isObject(answer) && ['accept', 'decline', 'cancel'].includes(String(answer['action']))
}
