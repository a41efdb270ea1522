import type { Sink } from './message.ts'
import type { Past, Remembered } from './past.ts'

const keepAliveMs = 15_000
/** How much of its past a stream remembers, in characters. The last event is remembered whatever its length. */
const pastLimit = 256 * 1024

/** Where a stream of events begins and what it remembers. */
export interface EventsOptions {
  /** Names the stream in the ids of its events. Without it the stream cannot be resumed. */
  readonly name?: string
  /** Begins with an empty event, so that a client can resume before anything was said. */
  readonly primes?: boolean
  /** What it remembers together with others. */
  readonly past?: Past
}

interface Event extends Remembered {
  readonly sequence: number
  readonly text: string
}

/** A stream of server-sent events. It remembers a bounded past, so that a client that was cut off can go on. */
export class EventStream {
  hasEnded = false
  readonly #name: string | undefined
  readonly #shared: Past | undefined
  #past: Event[] = []
  #pastLength = 0
  #sequence = 0
  #sink: Sink | undefined
  #keepAlive: ReturnType<typeof setInterval> | undefined

  constructor({ name, primes = false, past }: EventsOptions = {}) {
    this.#name = name
    this.#shared = past
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
    if (this.#name === undefined) this.forget()
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

  /** Nobody will go on with it. */
  forget(): void {
    for (const event of this.#past) this.#shared?.remove(event)
    this.#past = []
    this.#pastLength = 0
  }

  #remember(text: string): void {
    const event = { sequence: this.#sequence, text, length: text.length, forget: () => void this.#shift() }
    this.#past.push(event)
    this.#pastLength += text.length
    while (this.#pastLength > pastLimit && this.#past.length > 1) {
      const oldest = this.#shift()
      if (oldest !== undefined) this.#shared?.remove(oldest)
    }
    this.#shared?.add(event)
  }

  #shift(): Event | undefined {
    const oldest = this.#past.shift()
    this.#pastLength -= oldest?.length ?? 0
    return oldest
  }
}
