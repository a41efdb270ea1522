import type { ToolRule } from '../rule.ts'
import { actionParametersOf } from '../schema/actions.ts'

const rule: ToolRule = {
  id: 'multiplexer',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'One parameter chooses between three or more actions.',
  because:
    'Such a tool saves places in the list and costs a description that must explain all of its actions at once. Fine where all are equally safe and share their parameters.',
  fix: 'Split it where the actions need different parameters.',
  good: [
    {
      title: 'two values',
      tools: [{ inputSchema: { type: 'object', properties: { action: { enum: ['start', 'stop'] } } } }],
    },
  ],
  bad: [
    {
      title: 'three actions',
      tools: [
        { inputSchema: { type: 'object', properties: { action: { enum: ['get_job', 'get_run', 'list_runs'] } } } },
      ],
    },
  ],
  *check({ name, inputSchema }) {
    for (const { property, at, verbs, reads, changes } of actionParametersOf(inputSchema)) {
      if (verbs < 3 || (reads.length > 0 && changes.length > 0)) continue
      yield {
        at,
        message: `${property} of ${name} chooses between ${verbs} actions; its description must explain them all.`,
      }
    }
  },
}

export default rule
