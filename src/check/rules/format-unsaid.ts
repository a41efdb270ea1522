import type { ToolRule } from '../rule.ts'
import { choicesOf, topParametersOf, typesOf, wordsAt } from '../schema/walk.ts'
import { wordsOf } from '../words/names.ts'
import { listOf } from '../phrase.ts'

const rule: ToolRule = {
  id: 'format-unsaid',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A text that is a date or time does not say in which form.',
  because: 'Dates have ten usual forms; each wrong guess is a failed call.',
  fix: 'Add "format": "date-time", or write the form: "YYYY-MM-DD".',
  good: [
    {
      title: 'a format',
      tools: [{ inputSchema: { type: 'object', properties: { start_date: { type: 'string', format: 'date' } } } }],
    },
  ],
  bad: [
    {
      title: 'none',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { start_date: { type: 'string', description: 'When it starts.' } },
          },
        },
      ],
    },
  ],
  *check({ name, description = '', inputSchema }) {
    const bare = topParametersOf(inputSchema).filter(({ property = '', schema }) => {
      if (!wordsOf(property).some((word) => dated.has(word)) || !typesOf(schema).includes('string')) return false
      if (
        choicesOf(schema).length > 0 ||
        ['format', 'pattern', 'examples', 'default'].some((key) => schema[key] !== undefined)
      )
        return false
      return !form.test(`${wordsAt(schema)} ${description}`)
    })
    const [first] = bare
    if (first === undefined) return
    yield {
      at: first.at,
      message: `${listOf(bare.map(({ property = '' }) => property))} of ${name} does not say its form; each wrong guess is a failed call.`,
    }
  },
}

const dated = new Set(['date', 'time', 'datetime', 'timestamp', 'since', 'until', 'before', 'after', 'deadline'])
const form =
  /YYYY|ISO|RFC|HH:|MM[-/]DD|\d{4}-\d{2}|unix|epoch|e\.g\.|example|format|milliseconds|seconds|\d{1,2}:\d{2}|yesterday|ago/i

export default rule
