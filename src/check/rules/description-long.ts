import type { ToolRule } from '../rule.ts'
import { tokensOf } from '../words/text.ts'

const rule: ToolRule = {
  id: 'description-long',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A description is longer than 400 tokens.',
  because:
    'Every call of a model pays for it, and studies of rewritten descriptions found that length adds steps: facts help, volume does not.',
  fix: 'Keep what decides the choice; move formats to parameters and manuals to resources.',
  good: [
    { title: 'a paragraph', tools: [{ description: 'Look up one order by its id. Returns status and carrier.' }] },
  ],
  bad: [{ title: 'a manual', tools: [{ description: 'Look up orders in many ways. '.repeat(80) }] }],
  *check({ name, description = '' }) {
    const tokens = tokensOf(description)
    if (tokens <= 400) return
    yield {
      at: '/description',
      message: `${name} is described in about ${tokens} tokens; every request pays for them.`,
    }
  },
}

export default rule
