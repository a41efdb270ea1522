import type { ToolRule } from '../rule.ts'
import { nodesOf, wordsAt } from '../schema/walk.ts'
import type { SubjectTool } from '../subject.ts'
import { hiddenIn } from '../words/hidden.ts'

const rule: ToolRule = {
  id: 'hidden-characters',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'A name, title or description holds characters that a person cannot see and a model reads.',
  because:
    'Invisible, direction-changing and tag characters hide instructions from whoever reviews a tool. No tool in 12,000 real ones needs them.',
  fix: 'Remove them, and find out how they got there.',
  see: 'https://claude.com/docs/connectors/building/review-criteria (hidden text is refused), verified 2026-12-01; https://www.unicode.org/reports/tr36/',
  good: [
    { title: 'emoji and other scripts', tools: [{ description: 'Ask the family 👩‍👩‍👧 — می‌خواهم, בית, 使用关键词.' }] },
  ],
  bad: [
    { title: 'a zero-width space', tools: [{ description: 'Look up\u200B an order.' }] },
    { title: 'tag characters', tools: [{ description: 'Look up an order.\u{E0064}\u{E0065}' }] },
    { title: 'an override of direction', tools: [{ title: 'Order \u202Esutats' }] },
    {
      title: 'in a parameter',
      tools: [
        { inputSchema: { type: 'object', properties: { id: { type: 'string', description: 'Its id\u2060.' } } } },
      ],
    },
  ],
  *check(tool) {
    for (const [at, text] of textsOf(tool)) {
      const found = hiddenIn(text)
      if (found.length === 0) continue
      const codes = [...new Set(found)].slice(0, 4).join(', ')
      yield { at, message: `${tool.name} hides ${codes} in its text; a model reads what no reviewer sees.` }
    }
  },
}

function* textsOf({ name, title = '', description = '', inputSchema }: SubjectTool): Iterable<[string, string]> {
  yield ['/name', name]
  yield ['/title', title]
  yield ['/description', description]
  for (const { schema, at, property = '' } of nodesOf(inputSchema, '/inputSchema'))
    yield [at, `${property} ${wordsAt(schema)}`]
}

export default rule
