import type { ToolRule } from '../rule.ts'
import { freeActionsOf } from '../schema/actions.ts'

const rule: ToolRule = {
  id: 'action-free',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A parameter names an action and takes any text.',
  because: 'Nobody can tell what such a tool may do, neither a model nor a person who is asked to allow it.',
  fix: 'List the actions as enum, or make tools of them.',
  good: [
    {
      title: 'listed',
      tools: [{ inputSchema: { type: 'object', properties: { action: { type: 'string', enum: ['start', 'stop'] } } } }],
    },
  ],
  bad: [
    { title: 'any text', tools: [{ inputSchema: { type: 'object', properties: { action: { type: 'string' } } } }] },
  ],
  *check({ name, inputSchema }) {
    for (const { property, at } of freeActionsOf(inputSchema))
      yield { at, message: `${property} of ${name} takes any text; nobody can tell what it may do.` }
  },
}

export default rule
