import type { UnknownObject } from '../tool/index.ts'
import { deny } from './decide.ts'
import type { Call, Denial, Weighed } from './decide.ts'
import { choicesFor, typedWord } from './request.ts'
import type { Request } from './request.ts'

/** What a person is shown who has changed the arguments of a call: it may be worse than what was proposed. */
export function reconsider(request: Request, args: UnknownObject, look: (call: Call) => Weighed): Request | Denial {
  const { server, tool, flow } = request
  const weighed = look({ server: server.key, tool: tool.name, arguments: args, flow })
  if (weighed.kind === 'deny') return weighed
  const { args: frozen, risk, judgement, digest } = weighed.known
  const { decision, rule, assurance } = judgement
  if (decision === 'deny')
    return deny(
      'rule',
      `${rule === undefined ? 'The policy' : `Your rule "${rule.id}"`} denies it with these arguments.`,
    )
  const need = { assurance, typed: typedWord(risk.tier, tool.name, frozen) }
  return { ...request, arguments: frozen, digest, risk, need, choices: choicesFor(risk.tier) }
}
