import type { ServerRule } from '../rule.ts'
import { namingOf } from '../words/naming.ts'
import { singular } from '../words/names.ts'
import type { SubjectTool } from '../subject.ts'

const rule: ServerRule = {
  id: 'name-synonyms',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'Two tools have the same object and verbs that mean the same.',
  because: 'Nobody can tell get_user from fetch_user by its name, and a model takes the first.',
  fix: 'Say in the names what tells them apart.',
  good: [{ title: 'one and many', tools: [{ name: 'get_user' }, { name: 'list_users' }] }],
  bad: [{ title: 'get and fetch', tools: [{ name: 'get_user' }, { name: 'fetch_user' }] }],
  *check(subject) {
    const naming = namingOf(subject)
    const known = new Map<string, SubjectTool>()
    for (const tool of subject.tools) {
      const action = naming.actionOf(tool)
      const group = action && groups.findIndex((verbs) => verbs.includes(action.verb))
      if (action === undefined || group === undefined || group < 0) continue
      const key = `${group} ${action.object.map(singular).join(' ')}`
      const other = known.get(key)
      if (other === undefined) known.set(key, tool)
      else if (naming.actionOf(other)?.verb !== action.verb)
        yield { tool, at: '/name', message: `${tool.name} and ${other.name} mean the same; a model takes either.` }
    }
  },
}

const groups = [
  ['get', 'fetch', 'retrieve', 'read', 'show', 'view', 'describe'],
  ['search', 'find', 'lookup', 'query'],
  ['create', 'add', 'insert', 'make', 'register'],
  ['update', 'edit', 'modify', 'change', 'patch'],
  ['delete', 'remove', 'destroy', 'erase'],
]

export default rule
