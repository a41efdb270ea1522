import type { UnknownObject } from '../tool/index.ts'
import type { QuestionMemory } from './question-memory.ts'
import { type Acting, Steps } from './steps.ts'
import { canBeAsked, fingerprint, type Question } from './question.ts'

/** What came back from the client, and for exactly which question. */
export interface Reply {
  readonly fingerprint: string
  readonly answer: unknown
}

/** Replies by the key of their question. */
export type Replies = ReadonlyMap<string, Reply>

/** Why a run was over before its function was. */
export type Ending =
  /** The client must be asked first; then the function runs again, with what was answered and done so far. */
  | ({ readonly kind: 'open'; readonly questions: ReadonlyMap<string, Question> } & Beginning)
  /** Another call with the same key has acted already: the text of the result. */
  | { readonly kind: 'answered'; readonly text: string }
  /** A person said no; the text is for the model. */
  | { readonly kind: 'denied'; readonly text: string; readonly question?: Question }
  /** The client cannot be asked this. */
  | { readonly kind: 'unaskable'; readonly question: Question }
  /** It took too long. */
  | { readonly kind: 'late' }

/** How a run came out. */
export type Outcome<Value> = { readonly kind: 'done'; readonly value: Value } | Ending

/** What a function meets that goes on after its run has ended. */
class RunEnded extends Error {
  override readonly name: string = 'RunEnded'
}

/** How long a function may clean up after its run has ended. */
const cleanUpMs = 1000

/** What a run begins with. */
export interface Beginning {
  readonly replies: Replies
  /** What steps gave that were done before. */
  readonly steps: ReadonlyMap<string, unknown>
}

/** One run of a function from its top. It is over early when the function asks what nobody has answered yet. */
export class Run {
  ending: Ending | undefined
  /** What systems behind can know the call by. Empty: nothing. */
  idempotencyKey = ''
  /** Runs before the first effect, where effects are marked. What it gives ends the run. */
  onAct: (() => Promise<Acting | Ending>) | undefined
  hasActed = false
  /** What outlasts the call of its questions. */
  memory: (() => QuestionMemory) | undefined
  #replies: Replies
  #before: ReadonlyMap<string, unknown>
  #steps: Steps | undefined
  #readiness: Promise<Acting | Ending> | undefined
  readonly #capabilities: UnknownObject
  #asked: Asked | undefined
  #controller: AbortController | undefined
  #stopped: { readonly reason: unknown } | undefined
  #suspension: Promise<never> | undefined
  #onEnd: (() => void)[] = []

  constructor({ replies, steps }: Beginning, clientCapabilities: UnknownObject) {
    this.#replies = replies
    this.#before = steps
    this.#capabilities = clientCapabilities
  }

  /** Made on demand: most calls end before anybody asks for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#stopped !== undefined) this.#controller.abort(this.#stopped.reason)
    return this.#controller.signal
  }

  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#controller?.abort(reason)
  }

  /** Knows what steps of calls with the same key gave. Before the function runs. */
  know(steps: UnknownObject): void {
    this.#before = new Map([...this.#before, ...Object.entries(steps)])
  }

  /** Gives the answer where there is one. Else the run ends, after a moment in which siblings may be asked as well. */
  ask<Value>(question: Question<Value>, key?: string): Promise<Value> {
    if (this.ending !== undefined) return halted()
    const mark = fingerprint(question)
    const name = key ?? this.#nameOf(mark)
    const reply = this.#replies.get(name)
    const answer = reply?.fingerprint === mark ? question.read(reply.answer) : undefined
    if (answer?.kind === 'given') return Promise.resolve(answer.value)
    if (answer?.kind === 'denied') return this.#end({ ...answer, question })
    if (this.memory === undefined || question.form === undefined) return this.#open(question, name)
    return silent(this.#recall(question, name, this.memory()))
  }

  /** Asks for a yes, and then acts once. What was done already needs no yes. */
  confirm<Value>(question: Question<true>, act?: () => Value | Promise<Value>): Promise<Value>
  confirm(question: Question<true>, act?: () => unknown): Promise<unknown> {
    return silent(this.#confirm(question, act))
  }

  async #confirm(question: Question<true>, act?: () => unknown): Promise<unknown> {
    const name = this.#nameOf(fingerprint(question))
    const step = `confirm ${name}`
    if (act === undefined || !this.#stepsOf().done.has(step)) await this.ask(question, name)
    return act === undefined ? undefined : await this.step(step, act)
  }

  /** What a person answered elsewhere, or refused a while ago. */
  async #recall<Value>(question: Question<Value>, name: string, memory: QuestionMemory): Promise<Value> {
    const recalling = memory.recall(question)
    const { lookups } = this.#askedOf()
    lookups.add(recalling)
    const recalled = await recalling.finally(() => lookups.delete(recalling))
    if (this.ending !== undefined) return await halted()
    if (recalled === undefined) return await this.#open(question, name)
    if (recalled.kind === 'denied') return await this.#end(recalled)
    const answer = question.read(recalled.answer)
    this.#replies = new Map([...this.#replies, [name, { fingerprint: fingerprint(question), answer: recalled.answer }]])
    if (answer.kind === 'given') return answer.value
    return await (answer.kind === 'denied' ? this.#end({ ...answer, question }) : this.#open(question, name))
  }

  #open(question: Question, name: string): Promise<never> {
    if (!canBeAsked(this.#capabilities, question)) return this.#end({ kind: 'unaskable', question })
    const { questions } = this.#askedOf()
    const other = questions.get(name)
    if (other !== undefined && fingerprint(other) !== fingerprint(question))
      throw new TypeError(`Two questions have the key "${name}".`)
    questions.set(name, question)
    this.#suspension ??= silent(this.#suspend())
    return this.#suspension
  }

  /** Acts once, whatever becomes of the run: what it gave is kept, and given again. */
  async step<Value>(name: string, act: () => Value | Promise<Value>): Promise<Value>
  async step(name: string, act: () => unknown): Promise<unknown> {
    if (this.ending !== undefined) return await halted()
    return await this.#stepsOf().take(name, act, () => this.#ready())
  }

  /** Resolves when the run is over before its function, but for its time. */
  whenOver(): Promise<void> {
    return new Promise((resolve) => {
      if (this.ending === undefined) this.#onEnd.push(resolve)
      else resolve()
    })
  }

  /** Made on demand, like all that few calls need. */
  #askedOf(): Asked {
    this.#asked ??= { questions: new Map(), turns: new Map(), lookups: new Set() }
    return this.#asked
  }

  #stepsOf(): Steps {
    this.#steps ??= new Steps(this.#before)
    return this.#steps
  }

  async #ready(): Promise<Acting> {
    this.#readiness ??= this.onAct === undefined ? Promise.resolve(unkept) : this.onAct()
    const ready = await this.#readiness
    if ('kind' in ready) return await this.#end(ready)
    if (this.ending !== undefined) return await halted()
    this.hasActed = true
    return ready
  }

  /** Waits for the function: no longer than it may run, and once the run has ended, no longer than cleaning up may. */
  settle<Value>(pending: Promise<Value>, timeoutMs: number): Promise<Outcome<Value>> {
    return new Promise((resolve, reject) => {
      const finish = (otherwise: () => void): void => {
        clearTimeout(timer)
        if (this.ending === undefined) otherwise()
        else resolve(this.ending)
      }
      const cleanUp = (): void => {
        clearTimeout(timer)
        timer = setTimeout(finish, cleanUpMs, ignore)
      }
      let timer = setTimeout(() => {
        this.#onEnd = []
        void this.#end({ kind: 'late' })
        finish(ignore)
      }, timeoutMs)
      if (this.ending === undefined) this.#onEnd.push(cleanUp)
      else cleanUp()
      pending.then(
        (value) => finish(() => resolve({ kind: 'done', value })),
        (error: unknown) => finish(() => reject(error)),
      )
    })
  }

  /** Equal questions are told apart by their turn. */
  #nameOf(mark: string): string {
    const { turns } = this.#askedOf()
    const turn = (turns.get(mark) ?? 0) + 1
    turns.set(mark, turn)
    return `${mark}-${turn}`
  }

  async #suspend(): Promise<never> {
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
    const { questions, lookups } = this.#askedOf()
    while (lookups.size > 0) await Promise.allSettled(lookups)
    const steps = this.#stepsOf()
    await steps.settled()
    return this.#end({ kind: 'open', questions, replies: this.#replies, steps: steps.done })
  }

  #end(ending: Ending): Promise<never> {
    if (this.ending === undefined) {
      this.ending = ending
      this.stop(new RunEnded('The run has ended.'))
      for (const hear of this.#onEnd) hear()
    }
    return halted()
  }
}

/** What a run has asked. */
interface Asked {
  /** What is open, by its key. */
  readonly questions: Map<string, Question>
  /** How often the same was asked. */
  readonly turns: Map<string, number>
  /** What is being looked up before it is asked. */
  readonly lookups: Set<Promise<unknown>>
}

const unkept: Acting = { steps: {}, keepStep: () => Promise.resolve() }

function halted(): Promise<never> {
  return silent(Promise.reject(new RunEnded('The run has ended: nothing can be asked or done in it any more.')))
}

/** A question that nobody waits for is no unhandled rejection. */
function silent<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(ignore)
  return promise
}

function ignore(): void {}
