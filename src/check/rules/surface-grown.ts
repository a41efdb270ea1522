import { changesOf } from '../lock/changes.ts'
import type { ServerRule } from '../rule.ts'

const rule: ServerRule = {
  id: 'surface-grown',
  scope: 'server',
  severity: 'info',
  set: 'default',
  kind: 'decided',
  says: 'A tool or a parameter was added since the surface was accepted. Needs --locked.',
  because: 'What is added breaks nobody and was reviewed by nobody.',
  fix: 'Accept it: verbnoun check --lock.',
  see: 'verbnoun.lock, as it was accepted',
  good: [
    { title: 'as it was', locked: [{ name: 'list_orders' }], tools: [{ name: 'list_orders' }] },
    { title: 'never accepted', tools: [{ name: 'list_orders' }] },
  ],
  bad: [{ title: 'a tool was added', locked: [], tools: [{ name: 'list_orders' }] }],
  *check({ tools, locked }) {
    if (locked === undefined) return
    for (const { tool: name, at, what } of changesOf(locked, tools).filter(({ kind }) => kind === 'grown')) {
      const tool = tools.find((each) => each.name === name)
      yield { ...(tool !== undefined && { tool }), at, message: `${name} ${what}; it is not in the lock file.` }
    }
  },
}

export default rule
