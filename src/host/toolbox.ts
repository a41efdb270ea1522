import type { Connections } from './connections.ts'
import type { ModelTools } from './convert/model-tools.ts'
import type { Gate } from './gate.ts'
import type { Decide, Execute } from './loop/ports.ts'
import type { Model } from './loop/model.ts'
import type { Permit } from './permit.ts'
import type { Said } from './prompt/ask.ts'
import type { Approver, Request } from './request.ts'
import type { UnknownObject } from '../tool/index.ts'

export interface ToolboxOptions {
  readonly gate: Gate
  readonly connections: Pick<Connections, 'run' | 'read'>
  readonly model: Pick<Model, 'profile' | 'isStrict'>
  readonly approve: Approve
  readonly newId: () => string
}

/**
 * Asks a person about a call. A text says, to the model, why nobody can be asked. `reconsider` gives the request with
 * other arguments, or what is wrong with them.
 */
export type Approve = (
  request: Request,
  how: { readonly signal: AbortSignal; readonly reconsider: (args: UnknownObject) => Request | string },
) => Promise<{ readonly said: Said; readonly approver: Approver } | string>

/** The tools of gated servers, and of the host itself, as a loop takes them. */
export interface Toolbox {
  readonly tools: () => ModelTools
  readonly decide: Decide<Permit>
  readonly execute: Execute<Permit>
}
