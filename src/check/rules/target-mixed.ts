import type { ToolRule } from '../rule.ts'
import { actionParametersOf } from '../schema/actions.ts'

const rule: ToolRule = {
  id: 'target-mixed',
  scope: 'tool',
  severity: 'error',
  set: 'target',
  target: 'claude-directory',
  kind: 'decided',
  says: 'A tool both reads and changes, by the value of a parameter, and the directory refuses such tools.',
  because: 'Reviewers call every tool; one that takes any method is turned down whatever its hints say.',
  fix: 'Split it into a tool that reads and one that changes.',
  see: 'https://claude.com/docs/connectors/building/review-criteria, verified 2026-12-01',
  good: [
    {
      title: 'only reads',
      tools: [{ inputSchema: { type: 'object', properties: { method: { enum: ['get_issue', 'list_issues'] } } } }],
    },
  ],
  bad: [
    {
      title: 'any method',
      tools: [{ inputSchema: { type: 'object', properties: { method: { enum: ['GET', 'DELETE'] } } } }],
    },
  ],
  *check({ name, inputSchema }, { profiles }) {
    const profile = profiles.find(({ refusesMixed }) => refusesMixed === true)
    if (profile === undefined) return
    for (const { at, property, reads, changes } of actionParametersOf(inputSchema)) {
      if (reads.length === 0 || changes.length === 0) continue
      yield {
        at,
        message: `${property} of ${name} chooses between reading and changing; the ${profile.title} refuses it.`,
      }
    }
  },
}

export default rule
