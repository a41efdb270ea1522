import type { ToolRule } from '../rule.ts'
import { claimsOf } from '../words/claims.ts'

const rule: ToolRule = {
  id: 'hint-against-verb',
  scope: 'tool',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'The verb in the name says that a tool changes or destroys something, and its hints say that it does not.',
  because:
    'Hosts run what says readOnlyHint: true without asking anybody. A person who later reads the name in a log sees that nobody was asked about a deletion.',
  fix: 'Remove the hint or rename.',
  see: 'readOnlyHint: "the tool does not modify its environment", https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations; reviewers compare name, hints and behaviour: https://claude.com/docs/connectors/building/review-criteria, verified 2026-12-01',
  good: [
    { title: 'destroys and says so', tools: [{ name: 'delete_user', annotations: { destructiveHint: true } }] },
    { title: 'makes something of nothing', tools: [{ name: 'create_chart', annotations: { readOnlyHint: true } }] },
    { title: 'reads what a verb made', tools: [{ name: 'list_deleted_users', annotations: { readOnlyHint: true } }] },
    { title: 'only drafts', tools: [{ name: 'draft_refund', annotations: { readOnlyHint: true } }] },
    { title: 'a dry run', tools: [{ name: 'update_stack_dry_run', annotations: { readOnlyHint: true } }] },
  ],
  bad: [
    { title: 'a deletion that reads', tools: [{ name: 'delete_user', annotations: { readOnlyHint: true } }] },
    { title: 'a noun first', tools: [{ name: 'user_delete', annotations: { readOnlyHint: true } }] },
    { title: 'an update that reads', tools: [{ name: 'updateInvoice', annotations: { readOnlyHint: true } }] },
    {
      title: 'a purge that destroys nothing',
      tools: [{ name: 'purge_queue', annotations: { destructiveHint: false } }],
    },
  ],
  *check(tool, { subject }) {
    const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
    const claims = claimsOf(tool, subject)
    if (readOnlyHint === true && claims.changes) {
      yield {
        at: '/annotations/readOnlyHint',
        message: `${tool.name} says readOnlyHint: true; hosts will run it unasked.`,
      }
    } else if (destructiveHint === false && readOnlyHint !== true && claims.destroys) {
      yield {
        at: '/annotations/destructiveHint',
        message: `${tool.name} says destructiveHint: false; hosts will ask for it as for an addition.`,
      }
    }
  },
}

export default rule
