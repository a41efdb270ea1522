import { failure, type RequestId, RpcError, rpcCode } from '../../protocol/index.ts'
import type { EventStream } from './events.ts'
import type { Headers, HttpReply } from './message.ts'

const json: Headers = { 'content-type': 'application/json' }
const events: Headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** A whole answer of JSON. */
export function jsonReply(status: number, text: string, headers?: Headers): HttpReply {
  return { kind: 'text', status, headers: headers === undefined ? json : { ...json, ...headers }, text }
}

/** An answer without a word. */
export function emptyReply(status: number, headers: Headers = {}): HttpReply {
  return { kind: 'text', status, headers, text: '' }
}

/** An answer that says what is wrong. */
export function errorReply(status: number, says: string, id: RequestId | null = null): HttpReply {
  return jsonReply(status, failure(id, new RpcError(rpcCode.invalidRequest, says)))
}

/** An answer whose end is open; `after` is the last event that the client has seen. */
export function eventsReply(stream: EventStream, after?: number): HttpReply {
  return {
    kind: 'events',
    headers: events,
    open: (sink) => stream.open(sink, after),
    close: (sink) => stream.close(sink),
  }
}

/** How long an answer may take before the client is given a stream to wait at. */
const patienceMs = 1000

/**
 * An answer that is JSON as long as nothing else was said. The first message before it, or a long wait, makes it a
 * stream of events that the answer ends.
 */
export class PendingReply {
  readonly reply: Promise<HttpReply>
  readonly #makeStream: () => EventStream
  #resolve: (reply: HttpReply) => void = () => undefined
  #stream: EventStream | undefined
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(makeStream: () => EventStream) {
    this.#makeStream = makeStream
    this.reply = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#patience = setTimeout(() => this.#open(), patienceMs)
  }

  /** A message that comes before the answer. */
  push(text: string): void {
    this.#open().push(text)
  }

  /** The answer; undefined where there is none. */
  finish(text: string | undefined, status: number): void {
    clearTimeout(this.#patience)
    if (this.#stream === undefined) this.#resolve(text === undefined ? emptyReply(202) : jsonReply(status, text))
    if (this.#stream !== undefined && text !== undefined) this.#stream.push(text)
    this.#stream?.end()
  }

  /** What should have made the answer has failed. */
  fail(): void {
    this.finish(failure(null, new RpcError(rpcCode.internalError, 'Internal error')), 500)
  }

  #open(): EventStream {
    clearTimeout(this.#patience)
    if (this.#stream === undefined) {
      this.#stream = this.#makeStream()
      this.#resolve(eventsReply(this.#stream))
    }
    return this.#stream
  }
}
