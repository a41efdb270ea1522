import { notification, type RequestId, type Revision } from '../protocol/index.ts'
import { isObject, type LogLevel, redactCredentials, redactSecrets, type UnknownObject } from '../tool/index.ts'
import type { Attempt } from '../ledger/index.ts'
import type { Rights } from './auth/scopes.ts'
import type { Core } from './core.ts'
import { isLoud } from './log-level.ts'
import type { CallOutcome } from './observe.ts'
import type { Peer, Session } from './peer.ts'
import { mapContent, plainData } from './plain-data.ts'
import { type Beginning, Run } from './run.ts'
import { sentIn } from './sent.ts'
import { tell } from './tell.ts'

/** What there is to know of a request before its method runs. */
export interface Asked extends Session {
  readonly core: Core
  readonly peer: Peer
  readonly id: RequestId
  readonly params: UnknownObject
  readonly revision: Revision
  /** What the caller may do; undefined: all. */
  readonly rights: Rights | undefined
}

/** A line beside the result of a call, for the model, and facts for its host. */
export interface Note {
  readonly says?: string
  readonly meta?: UnknownObject
  /** Whether nobody knows what became of the call. */
  readonly isDoubtful?: boolean
}

/** The longest message of progress, and the longest of a log, in characters. */
const messageLimit = 10_000
const logLimit = 100_000

/** One request that is being answered. It has an end, and may be cancelled before it. */
export class Exchange {
  readonly asked: Asked
  state: 'running' | 'done' | 'cancelled' = 'running'
  /** The run of the function that answers this request. */
  run: Run | undefined
  /** What its function has begun to do, and nobody may do again. */
  attempt: Attempt | undefined
  /** Whether it has been counted among the calls of its caller. */
  isCounted = false
  /** What is to be said of the call beside its result. */
  note: Note | undefined
  /** Whether the function of a tool was entered. */
  hasEntered = false
  /** Whether it waited for a call that is the same. */
  hasWaited = false
  /** What became of a call, and whether its result says of itself that it is a failure. */
  outcome: CallOutcome | undefined
  isFailure = false
  #controller: AbortController | undefined
  #reason: unknown
  #onCancel: (() => void) | undefined
  #progress = -Infinity
  #sent: readonly string[] | undefined

  constructor(asked: Asked) {
    this.asked = asked
  }

  /** A run of the function that answers this request, from its top. */
  begin(from: Beginning): Run {
    this.run = new Run(from, this.asked.clientCapabilities)
    if (this.state === 'cancelled') this.run.stop(this.#reason)
    return this.run
  }

  /** Aborts when the request is cancelled. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.state === 'cancelled') this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  /** What is pending; undefined as soon as the request is cancelled, whether what runs takes notice or not. */
  unlessCancelled<Value>(pending: Promise<Value>): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#onCancel = () => resolve(undefined)
      pending.then(resolve, reject)
    })
  }

  /** Stops what runs, unless it has begun what must not be done again: that ends by itself. */
  cancel(reason: unknown): void {
    this.state = 'cancelled'
    this.#reason = reason
    if (this.attempt === undefined) this.run?.stop(reason)
    this.#controller?.abort(reason)
    this.#onCancel?.()
  }

  /** Resolves when the request is cancelled, or when this side ends the streams of the peer. */
  async untilEnd(): Promise<void> {
    const { streams } = this.asked.peer
    await new Promise<void>((resolve) => {
      streams.add(resolve)
      this.signal.addEventListener('abort', () => {
        streams.delete(resolve)
        resolve()
      })
    })
  }

  /** https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress */
  tellProgress(progress: number, total?: number, message?: string): void {
    const { params, revision } = this.asked
    const progressToken = isObject(params['_meta']) ? params['_meta']['progressToken'] : undefined
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return
    if (!Number.isFinite(progress) || progress <= this.#progress) return
    this.#progress = progress
    const said = {
      progressToken,
      progress,
      ...(Number.isFinite(total) && { total }),
      ...(typeof message === 'string' && { message: cut(this.mask(message), messageLimit) }),
    }
    this.send('notifications/progress', revision.encodeProgress(said))
  }

  /** https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
  tellLog(level: LogLevel, data: unknown): void {
    if (this.state !== 'running' || !isLoud(level, this.asked.logLevel)) return
    const told = plainData(data, (text) => this.mask(text))
    const length = typeof told === 'string' ? told.length : JSON.stringify(told).length
    const text = (): string => cut(typeof told === 'string' ? told : JSON.stringify(told), logLimit)
    this.send('notifications/message', { level, data: length > logLimit ? text() : told })
  }

  /** A text without the values of secrets and without what looks like a credential, unless the client sent it. */
  mask(text: string): string {
    return redactCredentials(text, { secrets: this.asked.core.secrets, sent: this.#sentTexts() })
  }

  #sentTexts(): readonly string[] {
    this.#sent ??= sentIn(this.asked.params)
    return this.#sent
  }

  /** Content without the values of secrets. What merely looks like a credential may be an example in a document. */
  maskContent<Value>(content: Value): Value {
    const sent = this.#sentTexts()
    const secrets = this.asked.core.secrets.filter((secret) => !sent.some((text) => text.includes(secret)))
    return mapContent(content, (text) => redactSecrets(text, secrets))
  }

  /** Sends a notification that belongs to this request, while it is running. */
  send(method: string, params: UnknownObject): void {
    const { peer, id } = this.asked
    if (this.state === 'running') peer.send(notification(method, params), id)
  }

  /** A line for the operator. */
  log(line: string): void {
    const { core, peer } = this.asked
    tell(core.log ?? peer.log, line, core.secrets)
  }

  /** The text of a result, in the words of the revision that was spoken. */
  encode(result: UnknownObject): string {
    return JSON.stringify(this.asked.revision.encodeResult(result, this.asked.core.info))
  }
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…`.toWellFormed() : text
}
