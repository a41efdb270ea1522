import type { ToolRule } from '../rule.ts'
import { namingOf } from '../words/naming.ts'

const rule: ToolRule = {
  id: 'hint-scares',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool is named for reading and does not say readOnlyHint: true, though others of its server do.',
  because: 'A host asks a person for it each time, and people learn to click.',
  fix: 'Say readOnlyHint: true, or rename what does more than read.',
  good: [{ title: 'said', tools: [{ name: 'list_orders', annotations: { readOnlyHint: true } }] }],
  bad: [{ title: 'not said', tools: [{ name: 'list_orders', annotations: { readOnlyHint: false } }] }],
  *check(tool, { subject }) {
    const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
    if (readOnlyHint === true || (readOnlyHint === undefined && destructiveHint === undefined)) return
    const action = namingOf(subject).actionOf(tool)
    if (
      action === undefined ||
      !['get', 'list', 'search', 'find', 'read', 'show', 'describe', 'view', 'count'].includes(action.verb)
    )
      return
    yield {
      at: '/annotations/readOnlyHint',
      message: `${tool.name} is named for reading and does not say so; a person is asked each time.`,
    }
  },
}

export default rule
