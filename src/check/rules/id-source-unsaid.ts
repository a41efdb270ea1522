import type { ToolRule } from '../rule.ts'
import { topParametersOf, typesOf, wordsAt } from '../schema/walk.ts'
import { listOf } from '../phrase.ts'

const rule: ToolRule = {
  id: 'id-source-unsaid',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A required id does not say where it comes from.',
  because: 'A model that needs an id and does not know who gives it invents one.',
  fix: 'Name the tool that gives it, or its form: "from search_orders", "format PT-NNNN".',
  good: [
    {
      title: 'a source',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { order_id: { type: 'string', description: 'From search_orders.' } },
            required: ['order_id'],
          },
        },
      ],
    },
  ],
  bad: [
    {
      title: 'none',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { order_id: { type: 'string', description: 'The order.' } },
            required: ['order_id'],
          },
        },
      ],
    },
  ],
  *check({ name, description = '', inputSchema }, { subject }) {
    const siblings = subject.tools.map((tool) => tool.name).filter((other) => other !== name)
    const bare = topParametersOf(inputSchema).filter(({ property = '', schema, isRequired }) => {
      if (isRequired !== true || !/(?:_id|Id|_ids|Ids)$/.test(property) || !typesOf(schema).includes('string'))
        return false
      if (['enum', 'pattern', 'format', 'examples'].some((key) => schema[key] !== undefined)) return false
      const told = `${wordsAt(schema)} ${description}`
      return !source.test(told) && !siblings.some((other) => told.includes(other))
    })
    const [first] = bare
    if (first === undefined) return
    yield {
      at: first.at,
      message: `${listOf(bare.map(({ property = '' }) => property))} of ${name} does not say where it comes from; a model may invent it.`,
    }
  },
}

const source =
  /\bfrom\b|\bformat\b|\be\.g\.|\bfor example\b|\bexample\b|\breturned by\b|\bobtain|\blook(?:s|ed)? (?:up|like)\b|\buuid\b|\bfound in\b|\blike\b/i

export default rule
