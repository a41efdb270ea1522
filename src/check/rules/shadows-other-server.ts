import type { FleetRule } from '../rule.ts'
import type { Subject, SubjectTool } from '../subject.ts'
import { wordsOf } from '../words/names.ts'

const rule: FleetRule = {
  id: 'shadows-other-server',
  scope: 'fleet',
  severity: 'warning',
  set: 'default',
  kind: 'judged',
  says: 'A tool has the same name as a tool of another server that is connected at the same time.',
  because:
    'Names are unique within a server only. Some hosts drop one of the two, some let the later one win, and a model that sees both chooses by the description that promises more.',
  fix: 'Put what the server is about into the name, or connect one of the two.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools',
  good: [
    {
      title: 'names of their own',
      tools: [{ name: 'search_orders', description: 'Find orders.' }],
      others: [{ name: 'search_notes', description: 'Find notes.' }],
    },
  ],
  bad: [
    {
      title: 'the same name twice',
      tools: [{ name: 'search', description: 'Find orders.' }],
      others: [{ name: 'search', description: 'Find notes.' }],
    },
  ],
  *check(subjects) {
    const known = new Map<string, { subject: Subject; tool: SubjectTool }>()
    for (const subject of subjects) {
      for (const tool of subject.tools) {
        const key = wordsOf(tool.name).join('_')
        const first = known.get(key)
        if (first === undefined) known.set(key, { subject, tool })
        else if (first.subject !== subject)
          yield {
            subject,
            tool,
            at: '/name',
            message: `${tool.name} is also a tool of ${first.subject.name}; a host that does not put the server before the name keeps one of them.`,
            related: [
              {
                message: `${first.subject.name}: ${first.tool.name}`,
                ...(first.tool.place !== undefined && { place: first.tool.place }),
              },
            ],
          }
      }
    }
  },
}

export default rule
