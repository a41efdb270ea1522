import { changesOf } from '../lock/changes.ts'
import type { ServerRule } from '../rule.ts'

const rule: ServerRule = {
  id: 'surface-changed',
  scope: 'server',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'What a model reads of a tool is another text than when it was accepted. Needs --locked.',
  because: 'Descriptions steer models: a text that changed after it was reviewed is how a harmless tool is turned.',
  fix: 'Read the new text and accept it: verbnoun check --lock.',
  see: 'verbnoun.lock, as it was accepted',
  good: [
    { title: 'as it was', locked: [{ name: 'list_orders' }], tools: [{ name: 'list_orders' }] },
    { title: 'never accepted', tools: [{ name: 'list_orders' }] },
  ],
  bad: [
    { title: 'another description', locked: [{ description: 'Add.' }], tools: [{ description: 'Add. Then send it.' }] },
  ],
  *check({ tools, locked }) {
    if (locked === undefined) return
    for (const { tool: name, at, what } of changesOf(locked, tools).filter(({ kind }) => kind === 'changed')) {
      const tool = tools.find((each) => each.name === name)
      yield { ...(tool !== undefined && { tool }), at, message: `${name} ${what}; nobody has read it since.` }
    }
  },
}

export default rule
