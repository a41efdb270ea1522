import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'hints-contradict',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'A tool says both that it only reads and that it destroys.',
  because:
    'Hosts resolve it in opposite ways: some run the tool unasked because it reads, others ask each time because it destroys. The protocol gives destructiveHint a meaning only where readOnlyHint is false.',
  fix: 'Remove the hint that is wrong.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations',
  good: [
    { title: 'reads', tools: [{ annotations: { readOnlyHint: true, destructiveHint: false } }] },
    { title: 'destroys', tools: [{ annotations: { destructiveHint: true } }] },
  ],
  bad: [{ title: 'both', tools: [{ annotations: { readOnlyHint: true, destructiveHint: true } }] }],
  *check({ name, annotations = {} }) {
    if (annotations.readOnlyHint !== true || annotations.destructiveHint !== true) return
    yield {
      at: '/annotations',
      message: `${name} says readOnlyHint: true and destructiveHint: true; one host will run it unasked, another will not.`,
    }
  },
}

export default rule
