import type { ToolRule } from '../rule.ts'
import { quoted } from '../phrase.ts'

/** What every host and provider takes. */
const portable = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

const rule: ToolRule = {
  id: 'name-invalid',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'A name is empty, longer than 64 characters, begins with a digit, or holds a character that providers refuse.',
  because:
    'The protocol lets a name hold dots and 128 characters; Anthropic, OpenAI and Bedrock answer such a name with an error for the whole request, so that one tool takes all others with it. Gemini wants a letter or underscore first.',
  fix: 'Use 1 to 64 of A-Z a-z 0-9 _ -, beginning with a letter or underscore.',
  see: 'Names: https://modelcontextprotocol.io/specification/2025-11-25/server/tools. Anthropic and OpenAI: ^[a-zA-Z0-9_-]{1,64}$, verified 2026-12-01.',
  good: [{ title: 'verb_noun', tools: [{ name: 'refund_order' }, { name: 'list-orders' }, { name: 'getOrder' }] }],
  bad: [
    { title: 'a dot', tools: [{ name: 'orders.refund' }] },
    { title: 'a space', tools: [{ name: 'refund order' }] },
    { title: 'a digit first', tools: [{ name: '3d_render' }] },
    { title: 'too long', tools: [{ name: `list_${'very_'.repeat(13)}long_names` }] },
  ],
  *check({ name }) {
    if (portable.test(name)) return
    yield { message: `${quoted(name)} ${reasonOf(name)}; providers refuse the whole request for it.` }
  },
}

function reasonOf(name: string): string {
  if (name === '') return 'is empty'
  const odd = /[^A-Za-z0-9_-]/u.exec(name)?.[0]
  if (odd !== undefined) return `holds ${quoted(odd)}`
  if (name.length > 64) return `has ${name.length} characters, more than 64`
  return `begins with ${quoted(name[0] ?? '')}`
}

export default rule
