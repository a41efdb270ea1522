import { countOf, quoted } from '../phrase.ts'
import { faultsOf } from '../probes/faults.ts'
import type { Fault } from '../probes/faults.ts'
import type { ServerRule } from '../rule.ts'
import type { Probe, SubjectTool } from '../subject.ts'

const schema = {
  type: 'object',
  properties: { order_id: { type: 'string' }, amount_cents: { type: 'integer' } },
  required: ['order_id', 'amount_cents'],
}

const rule: ServerRule = {
  id: 'error-unhelpful',
  scope: 'server',
  severity: 'warning',
  set: 'default',
  kind: 'judged',
  says: 'Wrong arguments are answered with a text that does not help: a raw dump, a stack, or no word of what is wrong. Reported once a server and fault, with the worst text. Needs --probe.',
  because:
    'The text of an error is the next prompt. Of 104 errors that one model read in real runs it recovered from 14 by trying again; from opaque ones, never.',
  fix: 'Name each wrong argument, what was sent and what is wanted, all at once and in words.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling',
  good: [
    {
      title: 'all named',
      tools: [
        {
          inputSchema: schema,
          probes: [probe('order_id is missing: a text such as PT-1042. amount_cents is missing: an integer.')],
        },
      ],
    },
  ],
  bad: [
    { title: 'opaque', tools: [{ inputSchema: schema, probes: [probe('INTERNAL_ERROR')] }] },
    {
      title: 'a dump',
      tools: [
        {
          inputSchema: schema,
          probes: [
            probe(
              '[{"code":"invalid_type","expected":"string","path":["order_id"],"message":"Required"},{"code":"invalid_type","expected":"number","path":["amount_cents"],"message":"Required"}]',
            ),
          ],
        },
      ],
    },
    {
      title: 'a stack',
      tools: [
        {
          probes: [
            probe("TypeError: Cannot read properties of undefined (reading 'order_id')\n    at run (/srv/x.js:3:1)"),
          ],
        },
      ],
    },
    { title: 'one at a time', tools: [{ inputSchema: schema, probes: [probe('order_id is missing.')] }] },
  ],
  *check({ tools }) {
    const seen = tools.flatMap((tool) => (tool.probes ?? []).flatMap((each) => faultOf(tool, each)))
    const asked = tools.filter(({ probes = [] }) => probes.some(({ kind }) => kind !== 'plain')).length
    for (const fault of new Set(seen.map((each) => each.fault))) {
      const those = seen.filter((each) => each.fault === fault)
      const [worst] = those.toSorted((one, other) => other.probe.answer.text.length - one.probe.answer.text.length)
      if (worst === undefined) continue
      const count = new Set(those.map(({ tool }) => tool)).size
      const sent = `${worst.tool.name} ${JSON.stringify(worst.probe.args)}`
      yield {
        at: `/probes/${fault}`,
        message: `${count} of ${countOf(asked, 'tool')} ${says[fault]}.`,
        related: [{ message: `${quoted(sent, 120)} was answered: ${quoted(worst.probe.answer.text, 300)}` }],
      }
    }
  },
}

const says: Record<Fault, string> = {
  dump: 'answer wrong arguments with the raw dump of a validator; a model must dig for what is wanted',
  stack: 'answer wrong arguments with an error of the language; a model learns nothing of what is wanted',
  opaque: 'answer wrong arguments without naming any of them; a model can only guess',
  drip: 'name one missing argument at a time; a model fails once for each',
}

function faultOf(tool: SubjectTool, each: Probe): { tool: SubjectTool; probe: Probe; fault: Fault }[] {
  const [fault] = faultsOf(each)
  return fault === undefined ? [] : [{ tool, probe: each, fault }]
}

function probe(text: string): Probe {
  return {
    kind: 'nothing',
    args: {},
    names: ['order_id', 'amount_cents'],
    answer: { kind: 'result', isError: true, text },
  }
}

export default rule
