import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'description-shape',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: "A description holds what was meant for another reader: a docstring's Args block, HTML, or space around it.",
  because: 'A block of arguments repeats the schema in a form that no host shows, and goes stale beside it.',
  fix: 'Move the words about parameters into the schema and trim the rest.',
  good: [{ title: 'prose', tools: [{ description: 'Look up one order by its id.' }] }],
  bad: [
    { title: 'a docstring', tools: [{ description: 'Look up an order.\n\nArgs:\n    order_id: the id\n' }] },
    { title: 'space around it', tools: [{ description: '\n  Look up an order.\n' }] },
  ],
  *check({ name, description = '' }) {
    const found = [
      /^\s*(?:Args|Arguments|Parameters|Params|Returns|Raises)\s*:\s*$/im.test(description) ? 'a docstring block' : '',
      /<\/?(?:p|br|ul|li|b|i|code|pre|div|span|strong|em|h\d)\b[^>]*>/i.test(description) ? 'HTML' : '',
      description !== description.trim() && description.trim() !== '' ? 'space around it' : '',
    ].filter((each) => each !== '')
    if (found.length === 0) return
    yield {
      at: '/description',
      message: `The description of ${name} holds ${found.join(' and ')}; hosts show it as it is.`,
    }
  },
}

export default rule
