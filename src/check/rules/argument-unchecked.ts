import { quoted } from '../phrase.ts'
import type { ToolRule } from '../rule.ts'
import type { Probe } from '../subject.ts'

const rule: ToolRule = {
  id: 'argument-unchecked',
  scope: 'tool',
  severity: 'warning',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool accepts what its schema refuses. Needs --probe.',
  because:
    'The wrong value goes on to whatever is behind, and comes back as an answer that looks right or an error that does not say why.',
  fix: 'Check arguments against the schema before anything else.',
  good: [{ title: 'refused', tools: [{ probes: [probe(true)] }] }],
  bad: [{ title: 'accepted', tools: [{ probes: [probe(false)] }] }],
  *check({ name, probes = [] }) {
    const found = probes.find(
      ({ kind, answer }) =>
        wrong.has(kind) && answer.kind === 'result' && !answer.isError && !looksFailed.test(answer.text),
    )
    if (found === undefined) return
    yield {
      at: '/inputSchema',
      message: `${name} accepted ${JSON.stringify(found.args)}, which its schema refuses; what came back may look right.`,
      related: [{ message: `A model read: ${quoted(found.answer.text, 200)}` }],
    }
  },
}

const wrong = new Set(['nothing', 'wrong-type', 'outside-enum'])
const looksFailed = /\berror\b|\bfail|\binvalid\b|\bmissing\b|\brequired\b/i

function probe(isError: boolean): Probe {
  return {
    kind: 'wrong-type',
    args: { order_id: 7 },
    names: ['order_id'],
    answer: { kind: 'result', isError, text: 'PT-1042' },
  }
}

export default rule
