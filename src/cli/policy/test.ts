import { judge, parseYaml } from '../../host/index.ts'
import type { Case, Judgement } from '../../host/index.ts'
import { isTier, isTrust, tiers, trusts } from '../../host/index.ts'
import { isObject, tellProblem, problemsOf } from '../../tool/index.ts'
import type { ObjectSchema, UnknownObject } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'
import { policiesFor, readText } from './read-policy.ts'

const schema: ObjectSchema = {
  type: 'object',
  properties: {
    call: { type: 'string', pattern: '^[^/\\s]+/\\S+$' },
    args: { type: 'object' },
    trust: { enum: trusts },
    tier: { enum: tiers },
    flow: { type: 'array', items: { type: 'string' } },
    at: { type: 'string' },
    expect: { enum: ['allow', 'ask', 'deny'] },
    rule: { type: 'string' },
  },
  required: ['call', 'expect'],
  additionalProperties: false,
}

/** Holds the policy against a file of calls and what is expected of them. Budgets count as unspent. */
export async function test(invocation: Invocation, io: Io): Promise<number> {
  const [name] = invocation.words
  if (name === undefined)
    throw new UsageError('Test which file? It is a list: - { call: orders/refund_order, expect: ask }')
  const policies = await policiesFor(invocation, io)
  const cases = readCases(parseYaml(await readText(name, io), name), name)
  const faults = cases.flatMap(({ call, wanted }) => {
    const fault = faultOf(judge(policies, call), wanted)
    return fault === undefined ? [] : [`${call.server}/${call.tool} ${JSON.stringify(call.args)}: ${fault}`]
  })
  for (const fault of faults) io.out(fault)
  io.out(`${cases.length - faults.length} passed, ${faults.length} failed`)
  return faults.length === 0 ? 0 : 1
}

interface Wanted {
  readonly decision: string
  readonly rule: string | undefined
}

function readCases(said: unknown, name: string): readonly { call: Case; wanted: Wanted }[] {
  if (!Array.isArray(said))
    throw new UsageError(`${name} is no list of cases, such as - { call: orders/refund_order, expect: ask }`)
  return said.map((each: unknown, at) => {
    const problems = problemsOf(schema, each).map((problem) => tellProblem(problem, schema, 'the case'))
    if (!isObject(each) || problems.length > 0)
      throw new UsageError(
        [`${name}: case ${at + 1} cannot be read:`, ...problems.map((line) => `- ${line}`)].join('\n'),
      )
    const { rule } = each
    return {
      call: readCase(each),
      wanted: { decision: String(each['expect']), rule: typeof rule === 'string' ? rule : undefined },
    }
  })
}

function readCase({ call, args = {}, trust, tier, flow, at }: UnknownObject): Case {
  const [server = '', ...tool] = String(call).split('/')
  return {
    server,
    tool: tool.join('/'),
    trust: isTrust(trust) ? trust : 'trusted',
    tier: isTier(tier) ? tier : 'write',
    args,
    flow: Array.isArray(flow) ? flow.map(String) : undefined,
    now: typeof at === 'string' ? Date.parse(at) : Date.now(),
  }
}

function faultOf({ decision, rule, budgeted }: Judgement, wanted: Wanted): string | undefined {
  const [first] = budgeted
  const found = first === undefined ? decision : 'allow'
  const by = (first ?? rule)?.id
  const isAsWanted = found === wanted.decision && (wanted.rule === undefined || wanted.rule === by)
  if (isAsWanted) return undefined
  const expected = wanted.rule === undefined ? wanted.decision : `${wanted.decision} by ${wanted.rule}`
  return `expected ${expected}, got ${found} by ${by ?? 'default'}`
}
