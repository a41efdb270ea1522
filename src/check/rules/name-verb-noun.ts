import type { ToolRule } from '../rule.ts'
import { namingOf } from '../words/naming.ts'
import { wordsOf } from '../words/names.ts'

const rule: ToolRule = {
  id: 'name-verb-noun',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A name does not say with a verb what the tool does.',
  because:
    'A model that reads a list of names looks for what to do. Names with the verb last are accepted where the server keeps to them, and so is a plain look-up named for what it gives, such as order_status.',
  fix: 'Name it verb_noun: list_orders, refund_payment.',
  good: [
    { title: 'verb first', tools: [{ name: 'refund_order' }] },
    { title: 'verb last throughout', tools: [{ name: 'order_list' }, { name: 'order_delete' }, { name: 'note_list' }] },
    { title: 'a look-up', tools: [{ name: 'order_status' }] },
  ],
  bad: [{ title: 'no verb', tools: [{ name: 'orders_v2_handler' }] }],
  *check(tool, { subject }) {
    if (namingOf(subject).actionOf(tool) !== undefined) return
    const words = wordsOf(tool.name)
    if (words.length === 2 && lookups.has(words[1] ?? '')) return
    yield { at: '/name', message: `${tool.name} holds no verb; its name does not say what it does.` }
  },
}

const lookups = new Set(
  'status info details history summary stats metadata count schema price weather forecast'.split(' '),
)

export default rule
