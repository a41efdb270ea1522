import type { ToolRule } from '../rule.ts'
import type { Subject } from '../subject.ts'
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
    const known = namesOf(subject)
    const bare = topParametersOf(inputSchema).filter(({ property = '', schema, isRequired }) => {
      if (isRequired !== true || !/(?:_id|Id|_ids|Ids)$/.test(property) || !typesOf(schema).includes('string'))
        return false
      if (['enum', 'pattern', 'format', 'examples'].some((key) => schema[key] !== undefined)) return false
      const told = `${wordsAt(schema)} ${description}`
      return !source.test(told) && !namesIn(told, name).some((other) => known.has(other))
    })
    const [first] = bare
    if (first === undefined) return
    yield {
      at: first.at,
      message: `${listOf(bare.map(({ property = '' }) => property))} of ${name} does not say where it comes from; a model may invent it.`,
    }
  },
}

const names = new WeakMap<Subject, ReadonlySet<string>>()

function namesOf(subject: Subject): ReadonlySet<string> {
  const known = names.get(subject) ?? new Set(subject.tools.map(({ name }) => name))
  names.set(subject, known)
  return known
}

/** Words of a text that could be names of other tools. */
function namesIn(text: string, own: string): string[] {
  return (text.match(/[A-Za-z][\w-]*/g) ?? []).filter((word) => word !== own)
}

const source =
  /\bfrom\b|\bformat\b|\be\.g\.|\bfor example\b|\bexample\b|\breturned by\b|\bobtain|\blook(?:s|ed)? (?:up|like)\b|\buuid\b|\bfound in\b|\blike\b/i

export default rule
