import type { Exchange } from './exchange.ts'

/** A request that this server can answer. */
export interface Method {
  readonly name: string
  /** May come before client and server have settled on a revision. */
  readonly opens?: boolean
  /** Answers with the text of the result. Throws `RpcError` where the answer is an error. */
  run(exchange: Exchange): string | Promise<string>
}
