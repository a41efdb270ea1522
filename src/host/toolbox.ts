import type { UnknownObject } from '../tool/index.ts'
import type { Connections } from './connections.ts'
import type { ModelTools } from './convert/model-tools.ts'
import { convertResult } from './convert/result.ts'
import { convertTools } from './convert/tools.ts'
import { deny } from './decide.ts'
import type { Settled } from './decide.ts'
import type { Gate } from './gate.ts'
import { offeredTools } from './gateway/offer.ts'
import { resultOf } from './gateway/outcome.ts'
import type { Model } from './loop/model.ts'
import type { Decide, Decided, Execute } from './loop/ports.ts'
import type { Permit } from './permit.ts'
import type { Said } from './prompt/ask.ts'
import { nameText } from './prompt/escape.ts'
import type { Approver, Request } from './request.ts'
import { reconsidered, settle } from './settle.ts'

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

/** The tools of all servers that a gate knows, as a model takes them, and the way through the gate to each. */
export async function createToolbox(options: ToolboxOptions): Promise<Toolbox> {
  const { gate } = options
  return { tools: () => toolsOf(gate, options.model), decide: decideOn(options), execute: executeOn(options) }
}

function toolsOf(gate: Gate, { profile, isStrict = false }: ToolboxOptions['model']): ModelTools {
  const sources = offeredTools(gate.subjects).map(({ place, ...definition }) => ({
    server: place.server,
    name: place.tool,
    definition,
  }))
  return convertTools(sources, { profile, isStrict })
}

function decideOn({ gate, approve, newId }: ToolboxOptions): Decide<Permit> {
  return async ({ place, arguments: args }, { signal, batch, onAsk }) => {
    const verdict = await gate.decide({ ...place, arguments: args, batch })
    if (verdict.kind !== 'ask') return asDecided(verdict)
    const { request } = verdict
    onAsk(request)
    const asked = await approve(request, { signal, reconsider: (edited) => reconsidered(gate, request, edited) })
    if (typeof asked === 'string') return deny('answer', `${request.tool.name} was not run: ${asked}`)
    return asDecided(await settle(gate, request, { ...asked, nonce: newId() }))
  }
}

function asDecided(settled: Settled): Decided<Permit> {
  return settled.kind === 'allow' ? { kind: 'allow', leave: settled.permit } : settled
}

function executeOn({ connections, model }: ToolboxOptions): Execute<Permit> {
  return async (permit, { signal, onProgress }) => {
    const outcome = await connections.run(permit, { signal, onProgress })
    const result = resultOf(outcome, nameText(permit.tool.name), (uri) => uri)
    return { result, answer: convertResult(result, { profile: model.profile }) }
  }
}
