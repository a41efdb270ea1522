import type { Exchange } from './exchange.ts'

/** A request that this server can answer. */
export interface Method {
  readonly name: string
  /** May come before client and server have settled on a revision. */
  readonly opens?: boolean
  /** What a server must offer to have this method. */
  readonly capability?: 'resources' | 'prompts' | 'completions'
  /** Answers with the text of the result. Throws `RpcError` where the answer is an error. */
  readonly run: (exchange: Exchange) => string | Promise<string>
}
