import type { ServerRule } from '../rule.ts'
import { namingOf } from '../words/naming.ts'
import { wordsOf } from '../words/names.ts'
import { topParametersOf } from '../schema/walk.ts'

const rule: ServerRule = {
  id: 'send-undrafted',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool sends or pays at once, and no tool or parameter prepares it for a person to look at.',
  because:
    'What is sent cannot be called back. A draft that a person sends costs one step and makes every mistake harmless.',
  fix: 'Offer a draft_ tool, or a dry run.',
  good: [{ title: 'a draft beside it', tools: [{ name: 'send_email' }, { name: 'draft_email' }] }],
  bad: [{ title: 'only send', tools: [{ name: 'send_email' }, { name: 'list_emails' }] }],
  *check(subject) {
    const drafts = subject.tools.some(({ name }) => wordsOf(name).some((word) => soft.test(word)))
    if (drafts) return
    for (const tool of subject.tools) {
      const action = namingOf(subject).actionOf(tool)
      if (action === undefined || !sends.has(action.verb)) continue
      if (topParametersOf(tool.inputSchema).some(({ property = '' }) => soft.test(property))) continue
      yield { tool, at: '/name', message: `${tool.name} acts at once; what it sent cannot be called back.` }
    }
  },
}

const sends = new Set(
  'send post publish pay refund transfer email tweet submit broadcast charge purchase buy'.split(' '),
)
const soft = /^(?:draft|drafts|preview|dry_?run|dry|simulate|schedule)/i

export default rule
