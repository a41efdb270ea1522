import type { ToolRule } from '../rule.ts'
import { topParametersOf } from '../schema/walk.ts'
import { namingOf } from '../words/naming.ts'

const rule: ToolRule = {
  id: 'output-unbounded',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool lists or searches and has no parameter that bounds how much comes back.',
  because: 'One answer of 87,000 tokens ends a conversation. Hosts cut long results where they happen to end.',
  fix: 'Add limit and a cursor, with a small default.',
  good: [
    {
      title: 'a limit',
      tools: [{ name: 'list_orders', inputSchema: { type: 'object', properties: { limit: { type: 'integer' } } } }],
    },
  ],
  bad: [
    {
      title: 'none',
      tools: [{ name: 'list_orders', inputSchema: { type: 'object', properties: { customer: { type: 'string' } } } }],
    },
  ],
  *check(tool, { subject }) {
    const action = namingOf(subject).actionOf(tool)
    if (action === undefined || !['list', 'search', 'query', 'browse'].includes(action.verb)) return
    const names = topParametersOf(tool.inputSchema).map(({ property = '' }) => property)
    if (names.some((name) => bounds.test(name))) return
    yield { at: '/inputSchema', message: `${tool.name} has no limit or cursor; one answer may fill the whole context.` }
  },
}

const bounds =
  /limit|cursor|page|offset|size|count|max|num|top|first|last|per_?page|token|skip|take|start|end|since|after|before|head|tail|^n$|^k$/i

export default rule
