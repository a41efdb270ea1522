import type { ToolRule } from '../rule.ts'
import { actionParametersOf } from '../schema/actions.ts'

const rule: ToolRule = {
  id: 'multiplexer-mixed',
  scope: 'tool',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'One parameter chooses between actions that read and actions that change something.',
  because:
    'Hints, permissions and the question to a person belong to the tool as a whole: whoever allows the reading allows the deletion too. The Claude directory refuses such tools.',
  fix: 'Split it into a tool that reads and one that changes.',
  see: 'https://claude.com/docs/connectors/building/review-criteria, verified 2026-12-01',
  good: [
    {
      title: 'only reads',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { method: { type: 'string', enum: ['get_issue', 'get_labels'] } },
          },
        },
      ],
    },
    {
      title: 'only changes',
      tools: [{ inputSchema: { type: 'object', properties: { action: { type: 'string', enum: ['add', 'remove'] } } } }],
    },
    {
      title: 'words that are no actions',
      tools: [{ inputSchema: { type: 'object', properties: { format: { enum: ['list', 'post', 'set'] } } } }],
    },
  ],
  bad: [
    {
      title: 'list and delete',
      tools: [
        {
          name: 'manage_users',
          inputSchema: {
            type: 'object',
            properties: { action: { type: 'string', enum: ['list', 'create', 'delete'] } },
          },
        },
      ],
    },
    {
      title: 'any method of HTTP',
      tools: [{ inputSchema: { type: 'object', properties: { method: { enum: ['GET', 'POST', 'DELETE'] } } } }],
    },
  ],
  *check({ name, inputSchema }) {
    for (const { property, at, reads, changes } of actionParametersOf(inputSchema)) {
      const [read] = reads
      const [change] = changes.toSorted((one, other) => Number(other.isWorse) - Number(one.isWorse))
      if (read === undefined || change === undefined) continue
      yield {
        at,
        message: `${property} of ${name} mixes ${read.word} and ${change.word}; a host must scare for both or for neither.`,
        fix: 'Split it.',
      }
    }
  },
}

export default rule
