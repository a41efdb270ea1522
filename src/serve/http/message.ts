/** As much of an HTTP request as the endpoint needs, whoever received it. */
export interface HttpRequest {
  readonly method: string
  /** The path of its URL, without what is asked of it. */
  readonly path: string
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** The body, or undefined where it is too long. */
  readonly body: () => Promise<Buffer | undefined>
  /** Takes what is to be done when the client goes away. */
  readonly onGone: (listener: () => void) => void
}

/** What to answer: all at once, or a stream of events. */
export type HttpReply =
  | { readonly kind: 'text'; readonly status: number; readonly headers: Headers; readonly text: string }
  | {
      readonly kind: 'events'
      readonly headers: Headers
      /** Writes to the sink until it is closed or all is said. */
      readonly open: (sink: Sink) => void
      readonly close: (sink: Sink) => void
    }

/** By name, in lower case. */
export type Headers = Readonly<Record<string, string>>

/** Where events are written. */
export interface Sink {
  readonly write: (text: string) => void
  readonly end: () => void
}
