import type { RequestId, Revision } from '../protocol/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import type { Core } from './core.ts'
import type { Peer } from './peer.ts'

/** What there is to know of a request before its method runs. */
export interface Asked {
  readonly core: Core
  readonly peer: Peer
  readonly id: RequestId
  readonly params: UnknownObject
  readonly revision: Revision
  readonly clientCapabilities: UnknownObject
  readonly clientInfo: UnknownObject | undefined
}

/** One request that is being answered. It has an end, and may be cancelled before it. */
export class Exchange {
  readonly asked: Asked
  isCancelled = false
  #controller: AbortController | undefined

  constructor(asked: Asked) {
    this.asked = asked
  }

  /** Made on demand: most calls end before anybody asks for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.isCancelled) this.#controller.abort()
    return this.#controller.signal
  }

  cancel(reason?: unknown): void {
    this.isCancelled = true
    this.#controller?.abort(reason)
  }

  /** A line for the operator. */
  log(line: string): void {
    const { core, peer } = this.asked
    const write = core.log ?? peer.log
    write(line)
  }

  /** The text of a result, in the words of the revision that was spoken. */
  encode(result: UnknownObject): string {
    return JSON.stringify(this.asked.revision.encodeResult(result, this.asked.core.info))
  }
}
