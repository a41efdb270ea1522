import type { Request } from '../request.ts'
import { isPlainName } from './escape.ts'
import { amountsIn } from './facts.ts'

/** How long a rule holds that was made of one answer, in milliseconds. */
const holdsMs = 90 * 86_400_000

/**
 * The rule that would allow calls like this one from here on, as it would stand in the policy: this tool as bad as it
 * is at this call, up to these amounts, for ninety days. Undefined where none may be made.
 */
export function ruleFor(
  { id, server, tool, risk, arguments: args, choices }: Request,
  now: number,
): string | undefined {
  if (!choices.includes('always') || ![server.key, tool.name].every(isPlainName)) return undefined
  const limits = amountsIn(args).map(
    ([name, amount]) => `args.${name}: { min: ${Math.min(0, amount)}, max: ${amount} }`,
  )
  const when = limits.length === 0 ? '' : `, when: { ${limits.join(', ')} }`
  const expires = new Date(now + holdsMs).toISOString().slice(0, 10)
  const name = `always-${tool.name}-${id.slice(0, 8)}`
  return `{ id: ${name}, allow: ${server.key}/${tool.name}, tier: [${risk.tier}]${when}, expires: ${expires} }`
}
