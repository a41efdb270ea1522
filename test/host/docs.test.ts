import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explainCase, joinPolicies, judge, lintRules, parseYaml, readPolicy } from '../../src/host/index.ts'
import type { Case } from '../../src/host/index.ts'

const text = readFileSync('docs/gate.md', 'utf8')
const [policy = '', cases = ''] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml)
const surroundings = { home: '/home/ann', realPath: (path: string) => path }
const layer = readPolicy({ text: policy, name: 'docs/gate.md', source: 'user' }, surroundings)
const policies = joinPolicies([layer])
const now = Date.parse('2026-12-01')

test('the policy of the docs is one, all of whose rules can match', () => {
  expect(policies.rules).toHaveLength(8)
  expect(lintRules(policies.rules, { now })).toEqual([])
})

test('the cases of the docs hold', () => {
  const said = parseYaml(cases, 'docs/gate.md')
  const list: { call: string; args: object; expect: string }[] = Array.isArray(said) ? said : []
  expect(list).toHaveLength(3)
  for (const { call, args, expect: wanted } of list) {
    const { decision, budgeted } = judge(policies, caseOf(call, args))
    expect(budgeted.length > 0 ? 'allow' : decision).toBe(wanted)
  }
})

test('the explanation of the docs is what is printed', () => {
  const [, shown] = /\$ verbnoun policy explain .*?\n(.*?)```/s.exec(text) ?? []
  expect(`${explainCase(policies, caseOf('orders/refund_order', { amount_cents: 60_000 })).join('\n')}\n`).toBe(shown)
})

function caseOf(call: string, args: object): Case {
  const [server = '', tool = ''] = call.split('/')
  return { server, tool, args, trust: 'trusted', tier: 'write', flow: [], now }
}
