import type { ToolRule } from '../rule.ts'
import type { SubjectTool } from '../subject.ts'

const rule: ToolRule = {
  id: 'target-hints',
  scope: 'tool',
  severity: 'error',
  set: 'target',
  target: 'openai-directory',
  kind: 'decided',
  says: 'A tool lacks a title or a hint that the directory wants on every tool.',
  because: 'Missing annotations are about a third of what the directories turn down, and the cheapest to mend.',
  fix: 'State each of them.',
  see: 'https://claude.com/docs/connectors/building/review-criteria, https://developers.openai.com/apps-sdk/app-submission-guidelines',
  good: [
    {
      title: 'all three said',
      tools: [{ annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false } }],
    },
  ],
  bad: [{ title: 'only one said', tools: [{ annotations: { readOnlyHint: true } }] }],
  *check(tool, { profiles }) {
    for (const { title, hints = [] } of profiles) {
      const missing = hints.filter((names) => !names.some((name) => isStated(tool, name)))
      if (missing.length === 0) continue
      const wanted = missing.map((names) => names.join(' or ')).join(', ')
      yield { at: '/annotations', message: `${tool.name} does not state ${wanted}; the ${title} refuses it.` }
    }
  },
}

function isStated({ title, annotations = {} }: SubjectTool, name: string): boolean {
  if (name === 'title') return (title ?? annotations.title ?? '') !== ''
  return Object.entries(annotations).some(([hint, value]) => hint === name && value !== undefined)
}

export default rule
