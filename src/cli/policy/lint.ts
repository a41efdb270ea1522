import { lintRules } from '../../host/index.ts'
import type { Invocation, Io } from '../command.ts'
import { policiesFor } from './read-policy.ts'

/** Prints the rules that can never match. */
export async function lint(invocation: Invocation, io: Io): Promise<number> {
  const { rules } = await policiesFor(invocation, io)
  const found = lintRules(rules, { now: Date.now() })
  for (const { id, message } of found) io.out(`${id} can never match. ${message}`)
  if (found.length === 0) io.out(`${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}, each of which can match.`)
  return found.length === 0 ? 0 : 1
}
