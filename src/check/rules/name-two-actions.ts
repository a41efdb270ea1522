import type { ToolRule } from '../rule.ts'
import { wordsOf } from '../words/names.ts'
import { classOfVerb } from '../words/verbs.ts'

const rule: ToolRule = {
  id: 'name-two-actions',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A name joins two actions with and or or.',
  because: 'A person allows both or neither, and a failure between the two leaves half of it done.',
  fix: 'Split it, or name the one thing that the two make.',
  good: [
    { title: 'one action', tools: [{ name: 'create_order' }] },
    { title: 'and between nouns', tools: [{ name: 'list_users_and_groups' }] },
    { title: 'create or update', tools: [{ name: 'create_or_update_file' }] },
  ],
  bad: [{ title: 'two actions', tools: [{ name: 'create_order_and_send_invoice' }] }],
  *check({ name }) {
    const words = wordsOf(name)
    const at = words.findIndex((word, index) => (word === 'and' || word === 'or') && index > 0)
    if (at < 0 || /create_?or_?update|add_?or_?update|get_?or_?create/i.test(name)) return
    const [before, after] = [words.slice(0, at), words[at + 1] ?? '']
    if (!before.some((word) => classOfVerb(word) !== undefined) || classOfVerb(after) === undefined) return
    yield { at: '/name', message: `${name} does two things; a person can only allow both.` }
  },
}

export default rule
