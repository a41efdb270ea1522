import type { Sink } from './message.ts'

const keepAliveMs = 15_000
/** How much of its past a stream remembers, in characters. The last event is remembered whatever its length. */
const pastLimit = 256 * 1024

/** Where a stream of events begins and what it remembers. */
export interface EventsOptions {
  /** Names the stream in the ids of its events. Without it the stream cannot be resumed. */
  readonly name?: string
  /** Begins with an empty event, so that a client can resume before anything was said. */
  readonly primes?: boolean
}

/** A stream of server-sent events. It remembers a bounded past, so that a client that was cut off can go on. */
export class EventStream {
  hasEnded = false
  readonly #name: string | undefined
  #past: { readonly sequence: number; readonly text: string }[] = []
  #pastLength = 0
  #sequence = 0
  #sink: Sink | undefined
  #keepAlive: ReturnType<typeof setInterval> | undefined

  constructor({ name, primes = false }: EventsOptions = {}) {
    this.#name = name
    if (primes) this.push('')
  }

  get isOpen(): boolean {
    return this.#sink !== undefined
  }

  push(data: string): void {
    this.#sequence += 1
    const id = this.#name === undefined ? '' : `id: ${this.#name}-${this.#sequence}\n`
    const text = `${id}data: ${data}\n\n`
    if (this.#name !== undefined || this.#sink === undefined) this.#remember(text)
    this.#sink?.write(text)
  }

  /** No more events will come. */
  end(): void {
    this.hasEnded = true
    this.#sink?.end()
    this.close()
  }

  /** Writes to `sink` from now on, first what came after the event `after`. */
  open(sink: Sink, after = 0): void {
    this.#sink?.end()
    this.close()
    for (const { sequence, text } of this.#past) if (sequence > after) sink.write(text)
    if (this.#name === undefined) this.#past = []
    if (this.hasEnded) {
      sink.end()
      return
    }
    this.#sink = sink
    this.#keepAlive = setInterval(() => sink.write(':\n\n'), keepAliveMs)
    if (typeof this.#keepAlive === 'object') this.#keepAlive.unref()
  }

  /** Nobody reads any more; `sink`, if given, only if it is the one that was read. */
  close(sink: Sink | undefined = this.#sink): void {
    if (sink !== this.#sink) return
    clearInterval(this.#keepAlive)
    this.#sink = undefined
  }

  #remember(text: string): void {
    this.#past.push({ sequence: this.#sequence, text })
    this.#pastLength += text.length
    while (this.#pastLength > pastLimit && this.#past.length > 1)
      this.#pastLength -= this.#past.shift()?.text.length ?? 0
  }
}
