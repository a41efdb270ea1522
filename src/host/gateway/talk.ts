import { failedResult } from '../../tool/index.ts'
import type { ToolResult } from '../../tool/index.ts'
import type { Caller, Reply } from './caller.ts'
import type { Form } from './passed-question.ts'

/** What came back for a question, and how long it took. Undefined: nothing will. */
export interface Heard {
  readonly answer: unknown
  readonly tookMs: number
}

/** What a person is asked, and what those who wait are told of it. */
export interface Question {
  readonly form: Form
  /** For who has waited as long as it can. */
  readonly waiting: string
  /** For who cannot ask. */
  readonly unaskable: string
  /** How long it stays open, in milliseconds. */
  readonly openMs: number
}

/** What happens for a call between whoever waits for it and the person that is asked. */
export interface Talk {
  /** Puts a question to the person of whoever waits, and gives the answer, also one that comes when nobody waits. */
  ask(question: Question): Promise<Heard | undefined>
  /** Resolves as soon as somebody waits; false where nobody came within this time, in milliseconds. */
  somebody(ms: number): Promise<boolean>
  progress: Caller['onProgress']
  /** Aborts when nobody waits any more and nobody will come back. */
  readonly signal: AbortSignal
}

/** A call from its first caller to its result, whatever callers come and go. */
export interface Conversation {
  readonly id: string
  /** Waits for the result, or for what there is to say in place of it. */
  join(caller: Caller): Promise<Reply>
  /** Takes an answer that a caller came back with. To a question that is open no more it is none. */
  hear(state: string, answer: unknown): void
  /** Whether anybody waits for the result. */
  readonly isAwaited: () => boolean
}

export interface ConversationOptions {
  readonly id: string
  /** How long a caller waits for a person, in milliseconds. */
  readonly wallMs: number
  readonly now: () => number
  /** What is done. What it gives is the result. */
  readonly run: (talk: Talk) => Promise<ToolResult>
  /** It is over, nobody waits for it any more, or a caller was sent away who will come back. */
  readonly onState: (state: 'over' | 'left' | 'parked') => void
}

interface Open extends Question {
  /** By which a caller comes back to this question. */
  readonly state: string
  readonly since: number
  readonly settle: (heard: Heard | undefined) => void
  /** Whether a host shows it at this moment. */
  isShown: boolean
}

interface Waiting {
  readonly caller: Caller
  readonly since: number
  /** From here on it may be that a person is waited for. */
  readonly wait: () => void
  readonly reply: (reply: Reply) => void
}

interface State {
  readonly options: ConversationOptions
  readonly waiting: Set<Waiting>
  readonly leaving: AbortController
  readonly arrivals: Set<() => void>
  open: Open | undefined
  /** How many were asked. */
  asked: number
}

/** Begins to do what is to be done for a call. */
export function converse(options: ConversationOptions): Conversation {
  const state: State = {
    options,
    waiting: new Set(),
    leaving: new AbortController(),
    arrivals: new Set(),
    open: undefined,
    asked: 0,
  }
  const { onState } = options
  const result = Promise.resolve()
    .then(() => options.run(talkOf(state)))
    .catch((error: unknown) => failedResult(`It failed in the gate: ${error instanceof Error ? error.message : ''}`))
    .finally(() => onState('over'))
  return {
    id: options.id,
    join: (caller) => join(state, caller, result),
    hear: (question, answer) => hear(state, question, answer),
    isAwaited: () => state.waiting.size > 0,
  }
}

function join(state: State, caller: Caller, result: Promise<ToolResult>): Promise<Reply> {
  const { wallMs, now, onState } = state.options
  return new Promise((resolve) => {
    const leave = (): void => {
      state.waiting.delete(one)
      clearInterval(ticking)
      caller.signal.removeEventListener('abort', abandon)
    }
    const one: Waiting = {
      caller,
      since: now(),
      wait: () => void (ticking ??= setInterval(tick, everyMs)),
      reply(reply) {
        if (!state.waiting.has(one)) return
        leave()
        resolve(reply)
      },
    }
    const abandon = (): void => {
      leave()
      resolve({ kind: 'result', result: failedResult('Nobody waits for it.') })
      abandonedBy(state)
    }
    let ticks = 0
    const tick = (): void => {
      if (state.open === undefined) return
      ticks += 1
      caller.onProgress({ progress: ticks / 1000, message: 'Waiting for a person.' })
      if (now() - one.since < wallMs) return
      onState('parked')
      one.reply({ kind: 'result', result: failedResult(state.open.waiting) })
    }
    const everyMs = Math.min(5000, Math.max(10, wallMs / 20))
    let ticking: NodeJS.Timeout | undefined
    state.waiting.add(one)
    caller.signal.addEventListener('abort', abandon, { once: true })
    if (caller.signal.aborted) return abandon()
    for (const arrive of state.arrivals) arrive()
    show(state)
    return void result.then((found) => one.reply({ kind: 'result', result: found }))
  })
}

/** A question that is shown to somebody who has cancelled is withdrawn, and what runs is cancelled too. */
function abandonedBy(state: State): void {
  if (state.waiting.size > 0) return
  state.leaving.abort()
  state.open?.settle(undefined)
  state.options.onState('left')
}

function hear({ open, options }: State, question: string, answer: unknown): void {
  if (open?.state === question) open.settle({ answer, tookMs: options.now() - open.since })
}

function talkOf(state: State): Talk {
  return {
    signal: state.leaving.signal,
    ask: (question) =>
      new Promise((resolve) => {
        const settle = (heard: Heard | undefined): void => {
          if (state.open !== open) return
          clearTimeout(timer)
          state.open = undefined
          resolve(heard)
        }
        state.asked += 1
        const name = `${state.options.id}:${state.asked}`
        const open: Open = { ...question, state: name, since: state.options.now(), settle, isShown: false }
        const timer = setTimeout(() => settle(undefined), question.openMs)
        state.open = open
        if (state.leaving.signal.aborted) return settle(undefined)
        return show(state)
      }),
    somebody: (ms) =>
      new Promise((resolve) => {
        if (state.waiting.size > 0 || state.leaving.signal.aborted) return resolve(state.waiting.size > 0)
        const settle = (isThere: boolean): void => {
          clearTimeout(timer)
          state.arrivals.delete(arrive)
          resolve(isThere)
        }
        const arrive = (): void => settle(true)
        const timer = setTimeout(() => settle(false), ms)
        return void state.arrivals.add(arrive)
      }),
    progress(progress) {
      for (const { caller } of state.waiting) caller.onProgress(progress)
    },
  }
}

/** Puts the open question to whoever waits: once to one that asks now, to each that comes back later. */
function show(state: State): void {
  for (const one of state.waiting) {
    if (state.open === undefined) return
    one.wait()
    showTo(one, state.open, state)
  }
}

function showTo({ caller, reply }: Waiting, open: Open, { options, leaving }: State): void {
  const refuse = (): void => reply({ kind: 'result', result: failedResult(open.unaskable) })
  if (caller.asks === 'never') return refuse()
  if (caller.asks === 'later') {
    options.onState('parked')
    return reply({ kind: 'ask', form: open.form, state: open.state })
  }
  if (open.isShown) return undefined
  open.isShown = true
  return void caller.ask(open.form, leaving.signal).then((answer) => {
    if (answer !== undefined) return open.settle({ answer, tookMs: options.now() - open.since })
    open.isShown = false
    return refuse()
  })
}
