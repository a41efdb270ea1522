import type { ServerRule } from '../rule.ts'
import { tokensOf } from '../words/text.ts'
import { listOf } from '../phrase.ts'

const rule: ServerRule = {
  id: 'catalog-large',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'The definitions of a server take more than 10,000 tokens.',
  because:
    'A host pays for them before the first question; Claude Code then defers the tools and searches them by words.',
  fix: 'Shorten the longest definitions.',
  good: [{ title: 'small', tools: [{ name: 'list_orders' }] }],
  bad: [{ title: 'a manual in each', tools: [{ name: 'list_orders', description: 'All of it. '.repeat(4000) }] }],
  *check({ tools }) {
    const sizes = tools.map(({ name, description, inputSchema }) => ({
      name,
      tokens: tokensOf(JSON.stringify({ name, description, inputSchema })),
    }))
    const total = sizes.reduce((sum, { tokens }) => sum + tokens, 0)
    if (total <= 10_000) return
    const worst = sizes
      .toSorted((one, other) => other.tokens - one.tokens)
      .map(({ name, tokens }) => `${name} ${tokens}`)
    yield {
      message: `The definitions take about ${total.toLocaleString('en')} tokens (${listOf(worst)}); every conversation pays for them.`,
    }
  },
}

export default rule
