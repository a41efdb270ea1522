import type { UnknownObject } from '../tool/index.ts'
import { deny } from './decide.ts'
import type { Settled } from './decide.ts'
import type { Gate } from './gate.ts'
import type { Said } from './prompt/ask.ts'
import type { Approver, Request } from './request.ts'

export interface Asked {
  readonly said: Said
  readonly approver: Approver
  /** Used once. */
  readonly nonce: string
}

/** Tells the gate what a person has said to a request. It holds for this request, as it was shown, and for no other. */
export async function settle(
  gate: Pick<Gate, 'answer'>,
  request: Request,
  { said, approver, nonce }: Asked,
): Promise<Settled> {
  const answer = { digest: request.digest, approver, nonce }
  switch (said.kind) {
    case 'allow':
    case 'always': {
      const { arguments: edited } = said
      return await gate.answer(request.id, { ...answer, ...(edited && { arguments: edited }), decision: 'allow' })
    }
    case 'deny': {
      const { reason } = said
      return await gate.answer(request.id, { ...answer, ...(reason !== undefined && { reason }), decision: 'deny' })
    }
    case 'nothing':
      return deny('expired', `${request.tool.name} was not run: nobody has answered in time. Ask the user.`)
  }
}

/** A request as it would be with other arguments, or what is wrong with them. */
export function reconsidered(gate: Pick<Gate, 'reconsider'>, request: Request, args: UnknownObject): Request | string {
  const found = gate.reconsider(request, args)
  return 'kind' in found ? found.reason : found
}
