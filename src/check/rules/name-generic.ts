import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'name-generic',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A name is one general word.',
  because:
    "Beside other servers search is anybody's: hosts must rename it, and some reserve such words for themselves.",
  fix: 'Add what it is about: search_orders.',
  good: [{ title: 'with its object', tools: [{ name: 'search_orders' }] }],
  bad: [{ title: 'bare', tools: [{ name: 'search' }] }],
  *check({ name }) {
    if (!general.has(name.toLowerCase())) return
    yield { at: '/name', message: `${name} could be a tool of any server; beside others it is ambiguous.` }
  },
}

const general = new Set(
  'search get list run query execute find fetch read write create update delete add send call do process start stop help info status test open'.split(
    ' ',
  ),
)

export default rule
