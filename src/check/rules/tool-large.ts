import type { ToolRule } from '../rule.ts'
import { tokensOf } from '../words/text.ts'

const rule: ToolRule = {
  id: 'tool-large',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'One definition takes more than 1,000 tokens.',
  because: 'Nine of ten real tools take less. It is paid for in each request and hides what decides the choice.',
  fix: 'Shorten descriptions, share definitions, or split the tool.',
  good: [{ title: 'small', tools: [{ name: 'list_orders' }] }],
  bad: [{ title: 'large', tools: [{ description: 'All of it. '.repeat(500) }] }],
  *check({ name, description, inputSchema }) {
    const tokens = tokensOf(JSON.stringify({ name, description, inputSchema }))
    if (tokens <= 1000) return
    yield { message: `${name} takes about ${tokens.toLocaleString('en')} tokens; every request pays for them.` }
  },
}

export default rule
