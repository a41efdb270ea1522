import type { ToolRule } from '../rule.ts'
import { namingOf } from '../words/naming.ts'

const rule: ToolRule = {
  id: 'name-vague-verb',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'The verb in a name says nothing: manage, handle, process, do, perform.',
  because:
    'What a tool manages may be read or deleted. The name is what a person reads in the question before the call.',
  fix: 'Name what happens: list_, update_, delete_; split the tool if several things do.',
  good: [{ title: 'a clear verb', tools: [{ name: 'refund_order' }] }],
  bad: [{ title: 'manage', tools: [{ name: 'manage_orders' }] }],
  *check(tool, { subject }) {
    const action = namingOf(subject).actionOf(tool)
    if (action === undefined || !vague.has(action.verb)) return
    yield {
      at: '/name',
      message: `${tool.name} does not say what it does to ${action.object.join(' ') || 'anything'}; a person cannot judge it.`,
    }
  },
}

const vague = new Set(['manage', 'handle', 'process', 'do', 'perform'])

export default rule
