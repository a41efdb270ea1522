import { isObject } from '../tool/index.ts'
import type { ClientDescription, Log, ToolContext, UnknownObject } from '../tool/index.ts'
import type { Exchange } from './exchange.ts'
import { confirmQuestion, formQuestion, rootsQuestion, sampleQuestion } from './question.ts'
import type { Run } from './run.ts'

/**
 * What a function can use in one run of it. Its functions may be taken out of it: none needs its `this`. They are made when
 * they are asked for, as most calls ask for none.
 */
export class RunContext implements ToolContext {
  readonly #exchange: Exchange
  readonly #run: Run
  #log: Log | undefined

  constructor(exchange: Exchange, run: Run) {
    this.#exchange = exchange
    this.#run = run
  }

  get signal(): AbortSignal {
    return this.#run.signal
  }

  get client(): ClientDescription {
    const { clientCapabilities, clientInfo } = this.#exchange.asked
    return { capabilities: clientCapabilities, info: clientInfo }
  }

  get caller(): string {
    return this.#exchange.asked.peer.caller
  }

  get tenant(): string {
    const { core, peer } = this.#exchange.asked
    return core.tenant(peer.caller)
  }

  get scopes(): readonly string[] {
    return [...(this.#exchange.asked.rights?.scopes ?? [])]
  }

  get claims(): UnknownObject {
    return this.#exchange.asked.rights?.claims ?? {}
  }

  get meta(): UnknownObject {
    const { _meta } = this.#exchange.asked.params
    return isObject(_meta) ? _meta : {}
  }

  get idempotencyKey(): string {
    const { idempotencyKey } = this.#run
    if (idempotencyKey !== '') return idempotencyKey
    throw new TypeError('ctx.idempotencyKey is for tools that say when a call is the same: add @idempotent.')
  }

  get progress(): ToolContext['progress'] {
    return (done, total, message) => {
      if (this.#run.ending === undefined) this.#exchange.tellProgress(done, total, message)
    }
  }

  /** Made on demand: few calls tell anything. */
  get log(): Log {
    this.#log ??= createLog((level, data) => {
      if (this.#run.ending === undefined) this.#exchange.tellLog(level, data)
    })
    return this.#log
  }

  get ask(): ToolContext['ask'] {
    return (message, schema, { key } = {}) =>
      this.#run.ask(formQuestion(this.#exchange.mask(message), this.#exchange.maskContent(schema)), key)
  }

  get sample(): ToolContext['sample'] {
    return (request, { key } = {}) => this.#run.ask(sampleQuestion(this.#exchange.maskContent(request)), key)
  }

  get step(): ToolContext['step'] {
    return (name, act) => this.#run.step(name, act)
  }

  get confirm(): ToolContext['confirm'] {
    return <Value>(message: string, act?: () => Value | Promise<Value>) =>
      this.#run.confirm(confirmQuestion(this.#exchange.mask(message)), act)
  }

  get roots(): ToolContext['roots'] {
    return ({ key } = {}) => this.#run.ask(rootsQuestion(), key)
  }
}

function createLog(at: Log['at']): Log {
  return Object.assign((data: unknown) => at('info', data), {
    at,
    debug: (data: unknown) => at('debug', data),
    warn: (data: unknown) => at('warning', data),
    error: (data: unknown) => at('error', data),
  })
}
