import type { ServerRule } from '../rule.ts'

const rule: ServerRule = {
  id: 'tools-many',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A server has more than 40 tools.',
  because:
    'Selection gets worse with the number of tools, in every study of it; beyond a hundred candidates it collapses without search.',
  fix: 'Merge what differs by a filter only, drop what nobody calls, or split the server.',
  good: [{ title: 'a few', tools: [{ name: 'list_orders' }] }],
  bad: [{ title: '41', tools: Array.from({ length: 41 }, (_, index) => ({ name: `list_${index}` })) }],
  *check({ tools }) {
    if (tools.length <= 40) return
    yield { message: `The server has ${tools.length} tools; models choose worse the more there are.` }
  },
}

export default rule
