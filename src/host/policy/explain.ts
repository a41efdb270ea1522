import { holdsOf, judge, matches, standsBack } from './judge.ts'
import type { Case, Judgement } from './judge.ts'
import type { Policies } from './policies.ts'
import type { Rule } from './rule.ts'

/** Why the policy says what it says, a line a thought: first the answer, then each rule that names the tool. */
export function explainCase(policies: Policies, call: Case): readonly string[] {
  const judgement = judge(policies, call)
  return [answer(judgement, call), ...policies.rulesFor(call.server, call.tool).map((rule) => ruleLine(rule, call))]
}

function answer({ decision, rule, tier, assurance, budgeted }: Judgement, call: Case): string {
  const by =
    rule === undefined ? `the default for ${tier}${call.trust === 'untrusted' ? ', untrusted' : ''}` : `rule ${rule.id}`
  const within = budgeted.map(({ id }) => id).join(' or ')
  const first = within === '' ? '' : `allow while the budget of rule ${within} lasts, then `
  return `${call.server}/${call.tool}: ${first}${decision} by ${by}${decision === 'ask' ? `, a yes must be ${assurance}` : ''}`
}

function ruleLine(rule: Rule, call: Case): string {
  const line = `  ${rule.decision} ${rule.id} (${rule.source})`
  if (matches(rule, call)) {
    const isSure = holdsOf(rule, call) === true
    return `${line}: matches${isSure ? '' : ', because what it asks for is unknown'}`
  }
  const back = standsBack(rule, call)
  if (back !== undefined) return `${line}: no, it ${back}`
  const conditions = rule.conditions.flatMap(({ on, wants, test }) => {
    const holds = test(call)
    return holds === true ? [] : [`${on} ${JSON.stringify(wants)} is ${holds === undefined ? 'unknown' : 'false'}`]
  })
  return `${line}: no, ${conditions.join('; ')}`
}
