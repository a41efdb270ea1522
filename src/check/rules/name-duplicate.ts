import type { ServerRule } from '../rule.ts'
import type { SubjectTool } from '../subject.ts'
import { wordsOf } from '../words/names.ts'

const rule: ServerRule = {
  id: 'name-duplicate',
  scope: 'server',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'Two tools of one server have the same name, or names that differ only in case and separators.',
  because:
    'A client keeps tools by their name: of two equal ones, one is never called, and nobody is told which. Hosts that turn dots and dashes into underscores make equal what was not.',
  fix: 'Rename one of them.',
  see: 'Names are unique within a server: https://modelcontextprotocol.io/specification/2025-11-25/server/tools',
  good: [{ title: 'names of their own', tools: [{ name: 'list_orders' }, { name: 'list_order_lines' }] }],
  bad: [
    { title: 'twice the same', tools: [{ name: 'list_orders' }, { name: 'list_orders' }] },
    { title: 'the same but for separators', tools: [{ name: 'list_orders' }, { name: 'listOrders' }] },
  ],
  *check({ tools }) {
    const known = new Map<string, SubjectTool>()
    for (const tool of tools) {
      const key = wordsOf(tool.name).join('_')
      const other = known.get(key)
      if (other === undefined) known.set(key, tool)
      else if (other.name === tool.name)
        yield { tool, message: `${tool.name} is listed twice; only one of them can be called.` }
      else
        yield {
          tool,
          message: `${tool.name} and ${other.name} differ only in case or separators; hosts that normalise names keep one of them.`,
        }
    }
  },
}

export default rule
