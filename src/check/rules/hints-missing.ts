import { countOf, listOf } from '../phrase.ts'
import type { ServerRule } from '../rule.ts'
import { claimsOf } from '../words/claims.ts'

const rule: ServerRule = {
  id: 'hints-missing',
  scope: 'server',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'Tools say neither readOnlyHint nor destructiveHint. Reported once a server.',
  because:
    'What is not said is taken for the worst: an unannotated look-up counts as destructive and open to the world, hosts ask a person for it each time, and people learn to click. The directories of Claude and ChatGPT refuse tools without hints.',
  fix: 'Say readOnlyHint: true for what only reads, destructiveHint for what does not.',
  see: 'https://claude.com/docs/connectors/building/review-criteria and https://developers.openai.com/apps-sdk/app-submission-guidelines, verified 2026-12-01',
  good: [
    {
      title: 'each says one',
      tools: [
        { name: 'list_users', annotations: { readOnlyHint: true } },
        { name: 'delete_user', annotations: { destructiveHint: true } },
      ],
    },
  ],
  bad: [
    {
      title: 'nothing said',
      tools: [
        { name: 'list_users', annotations: {} },
        { name: 'delete_user', annotations: {} },
      ],
    },
    { title: 'only a title', tools: [{ annotations: { title: 'List users' } }] },
  ],
  *check(subject) {
    const { tools } = subject
    const silent = tools.filter(
      ({ annotations: { readOnlyHint, destructiveHint } = {} }) =>
        readOnlyHint === undefined && destructiveHint === undefined,
    )
    if (silent.length === 0) return
    const worst = silent.toSorted(
      (one, other) => Number(claimsOf(other, subject).destroys) - Number(claimsOf(one, subject).destroys),
    )
    const names = listOf(worst.map(({ name }) => name))
    yield {
      message: `${silent.length} of ${countOf(tools.length, 'tool')} say neither readOnlyHint nor destructiveHint (${names}); hosts take each for destructive and ask every time.`,
      related: silent.map(({ name, place }) => ({ message: name, ...(place !== undefined && { place }) })),
    }
  },
}

export default rule
