import type { ToolRule } from '../rule.ts'
import { parametersOf, wordsAt } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'mode-dependent',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'What a tool or a parameter means depends on a mode or action.',
  because:
    'One definition that means several things must be read with all its cases in mind; models mix them up, and a schema cannot say it.',
  fix: 'Split the tool by what it does.',
  good: [{ title: 'one meaning', tools: [{ description: 'Look up one order by its id.' }] }],
  bad: [
    { title: 'in the description', tools: [{ description: 'Creates or deletes, depending on the mode.' }] },
    {
      title: 'in a parameter',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { id: { type: 'string', description: 'Required when action is update.' } },
          },
        },
      ],
    },
  ],
  *check({ name, description = '', inputSchema }) {
    if (depends.test(description)) {
      yield {
        at: '/description',
        message: `${name} does different things by a mode; a model must keep all of them in mind.`,
      }
      return
    }
    const found = parametersOf(inputSchema).filter(({ schema }) => depends.test(wordsAt(schema)))
    const [first] = found
    if (first === undefined) return
    const names = [...new Set(found.map(({ property = '' }) => property))].join(', ')
    yield {
      at: first.at,
      message: `What ${names} of ${name} means depends on another parameter; a schema cannot say so.`,
    }
  },
}

const depends =
  /depend(?:ing|s) on (?:the |its )?(?:\S+ )?(?:mode|action|method|operation|command|type)\b|\b(?:required|needed|used|only|ignored|optional)\b[^.]{0,30}\b(?:if|when|for)\b[^.]{0,12}\b(?:mode|action|method|operation|command)\b/i

export default rule
