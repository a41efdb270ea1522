import type { ServerRule } from '../rule.ts'
import { countOf, quoted } from '../phrase.ts'
import type { Probe } from '../subject.ts'

const rule: ServerRule = {
  id: 'error-channel',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'Wrong arguments are refused as a protocol error, or an unknown tool as a result. Needs --probe.',
  because:
    'A model reads results; an error of the protocol goes to the host, which may hide it, so that the model never learns what was wrong.',
  fix: 'Answer wrong arguments with isError: true, an unknown tool with the error -32602.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling',
  good: [{ title: 'a result', tools: [{ probes: [probe('result')] }] }],
  bad: [{ title: 'an error of the protocol', tools: [{ probes: [probe('refused')] }] }],
  *check({ tools, unknownTool }) {
    const asked = tools.filter(({ probes = [] }) => probes.some(({ kind }) => kind !== 'plain'))
    const wrong = asked.filter(({ probes = [] }) =>
      probes.some(({ kind, answer }) => kind !== 'plain' && answer.kind === 'refused'),
    )
    const [first] = wrong
    const text = first?.probes?.find(({ answer }) => answer.kind === 'refused')?.answer.text ?? ''
    if (first !== undefined)
      yield {
        at: '/probes/refused',
        message: `${wrong.length} of ${countOf(asked.length, 'tool')} refuse wrong arguments as a protocol error; a model may never read why.`,
        related: [{ message: `${first.name} was answered: ${quoted(text, 300)}` }],
      }
    if (unknownTool?.kind === 'result' && !unknownTool.isError)
      yield {
        at: '/probes/unknown-tool',
        message: `A tool that does not exist was answered as if it did: ${quoted(unknownTool.text)}.`,
      }
  },
}

function probe(kind: 'result' | 'refused'): Probe {
  const text = 'order_id is missing'
  const answer = kind === 'result' ? ({ kind, isError: true, text } as const) : ({ kind, text } as const)
  return { kind: 'nothing', args: {}, names: ['order_id'], answer }
}

export default rule
