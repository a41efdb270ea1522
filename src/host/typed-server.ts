import { memoryStore } from '../ledger/index.ts'
import { createAudit } from './audit.ts'
import type { Connection } from './connection.ts'
import { deny } from './decide.ts'
import type { Denial, Settled } from './decide.ts'
import { dispatch } from './dispatch.ts'
import { createGate } from './gate.ts'
import type { Gate } from './gate.ts'
import type { UnknownObject } from '../tool/index.ts'
import type { ListedItem } from './pages.ts'
import { joinPolicies } from './policy/policies.ts'
import type { Said } from './prompt/ask.ts'
import type { CallOptions, Outcome } from './raw-call.ts'
import type { Request } from './request.ts'
import { reconsidered, settle } from './settle.ts'

export interface TypedOptions {
  /** What the server lists, or what of it may be called. */
  readonly tools: readonly ListedItem[]
  /**
   * Asks who typed the command about a call that may change something. `reconsider` gives the request with other
   * arguments, or what is wrong with them. A text says why nobody can be asked.
   */
  readonly approve: (
    request: Request,
    reconsider: (args: UnknownObject) => Request | string,
  ) => Promise<true | Said | string>
  /** In milliseconds since 1970. */
  readonly now: () => number
  /** An id that was never used before. */
  readonly newId: () => string
}

/** Makes a call, or says why it was not made. */
export type TypedCall = (tool: string, args: unknown, options?: CallOptions) => Promise<Outcome | Denial>

/**
 * The calls to a server whose command a person has just typed: it is trusted as long as it runs, what reads runs, and
 * of all else the person is asked. Nothing is remembered.
 */
export async function typedServer(connection: Connection, options: TypedOptions): Promise<TypedCall> {
  const { tools, now, newId } = options
  const server = connection.server.name
  const common = { store: memoryStore({ now }), key: new TextEncoder().encode(newId()), now, newId }
  const policies = joinPolicies([])
  const gate = createGate({ ...common, audit: createAudit(common), policies: () => policies, principal: 'local' })
  const identity = { digest: newId(), command: server }
  const listing = { tools, prompts: [], resourceTemplates: [] }
  await gate.admit({ key: server, trust: 'trusted', identity, listing })
  return async (tool, args, call) => {
    const verdict = await gate.decide({ server, tool, arguments: args })
    const settled = verdict.kind === 'ask' ? await ask(gate, verdict.request, options) : verdict
    return settled.kind === 'allow' ? await dispatch({ gate, connection }, settled.permit, call) : settled
  }
}

async function ask(gate: Gate, request: Request, { approve, newId }: TypedOptions): Promise<Settled> {
  const said = readSaid(await approve(request, (args) => reconsidered(gate, request, args)))
  const approver = { id: 'local', how: 'typed', assurance: 'local' } as const
  const settled = await settle(gate, request, { said, approver, nonce: newId() })
  const reason = whyNot(said)
  return reason === undefined ? settled : deny('person', `${request.tool.name} was not run: ${reason}`)
}

function readSaid(said: true | Said | string): Said {
  if (said === true) return { kind: 'allow' }
  return typeof said === 'string' ? { kind: 'deny', reason: said } : said
}

/** For who typed the command. */
function whyNot(said: Said): string | undefined {
  if (said.kind === 'nothing') return 'nobody answered.'
  return said.kind === 'deny' ? (said.reason ?? 'you did not say yes.') : undefined
}
