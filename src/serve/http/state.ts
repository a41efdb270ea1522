import type { Access, Gate } from '../auth/gate.ts'
import type { Server } from '../server.ts'
import type { HttpRequest } from './message.ts'
import type { Sessions } from './sessions.ts'

/** What the handlers of requests work on. */
export interface EndpointState {
  readonly server: Server
  readonly gate: Gate
  readonly sessions: Sessions
  /** Ends the streams that are open without a session. */
  readonly streams: Set<() => void>
  readonly log: (line: string) => void
  readonly now: () => number
}

/** The body of a request, and who sent it. */
export interface Received {
  readonly request: HttpRequest
  readonly value: unknown
  readonly access: Access
}
