import { explainCase, isTier, isTrust, tiers, trusts } from '../../host/index.ts'
import { readArguments } from '../calling.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'
import { policiesFor } from './read-policy.ts'

/** Prints what the policy says of a call, and what each rule that names the tool thought of it. */
export async function explain(invocation: Invocation, io: Io): Promise<number> {
  const { words, options } = invocation
  const [target = '', ...pairs] = words
  const [, server, tool] = /^([^/\s]+)\/(\S+)$/.exec(target) ?? []
  if (server === undefined || tool === undefined)
    throw new UsageError(
      'Explain which call? For example: verbnoun policy explain orders/refund_order amount_cents=2400',
    )
  const { tier = 'write', trust = 'trusted', flow, args: json } = options
  if (!isTier(tier)) throw new UsageError(`There is no tier "${String(tier)}". There are ${tiers.join(', ')}.`)
  if (!isTrust(trust)) throw new UsageError(`There is no trust "${String(trust)}". There are ${trusts.join(', ')}.`)
  const args = readArguments({ pairs, json: typeof json === 'string' ? json : undefined }, anyJson(pairs))
  const call = { server, tool, trust, tier, args, flow: typeof flow === 'string' ? [flow] : undefined, now: Date.now() }
  for (const line of explainCase(await policiesFor(invocation, io), call)) io.out(line)
  return 0
}

/** Without the tool nobody knows which arguments are texts: what is JSON is read as that. */
function anyJson(pairs: readonly string[]): object {
  return { properties: Object.fromEntries(pairs.map((pair) => [pair.split('=')[0], {}])) }
}
