import type { UnknownObject } from '../../tool/index.ts'
import { listOf } from '../phrase.ts'
import type { ServerRule } from '../rule.ts'
import { nodesOf, topParametersOf, wordsAt } from '../schema/walk.ts'
import type { Subject, SubjectTool } from '../subject.ts'

const rule: ServerRule = {
  id: 'parameters-undocumented',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'Parameters have no description. Reported once a server, with the worst tools.',
  because:
    'A model fills a parameter from its name alone: it does not learn the format of an id, the unit of a number, or which of two dates is meant, and finds out by failing.',
  fix: 'Describe each in a few words: its format, unit, and where its value comes from.',
  good: [
    {
      title: 'each described',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { order_id: { type: 'string', description: 'Format PT-NNNN.' } },
          },
        },
      ],
    },
    {
      title: 'told in the description instead',
      tools: [
        {
          description: 'Refund order_id (PT-NNNN) by amount_cents.',
          inputSchema: {
            type: 'object',
            properties: { order_id: { type: 'string' }, amount_cents: { type: 'integer' } },
          },
        },
      ],
    },
    {
      title: 'values that speak for themselves',
      tools: [{ inputSchema: { type: 'object', properties: { order: { type: 'string', enum: ['asc', 'desc'] } } } }],
    },
  ],
  bad: [
    {
      title: 'ids and dates without a word',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: {
              ref: { type: 'string' },
              from: { type: 'string' },
              until: { type: 'string' },
              amount: { type: 'number' },
              factor: { type: 'number' },
            },
          },
        },
      ],
    },
  ],
  *check(subject) {
    const bare = bareParameters(subject)
    const total = subject.tools.reduce((sum, { inputSchema }) => sum + topParametersOf(inputSchema).length, 0)
    const count = bare.reduce((sum, { names }) => sum + names.length, 0)
    if (count < leastBare || count < total * leastShare) return
    const worst = bare.toSorted((one, other) => other.names.length - one.names.length).slice(0, 3)
    const shown = worst.map(({ tool, names }) => `${tool.name} (${listOf(names)})`).join('; ')
    yield {
      message: `${count} of ${total} parameters say nothing of themselves, worst ${shown}; a model fills them by guessing.`,
      related: worst.map(({ tool, names }) => ({
        message: `${tool.name}: ${names.join(', ')}`,
        ...(tool.place !== undefined && { place: tool.place }),
      })),
    }
  },
}

const leastBare = 5
const leastShare = 0.2

interface Bare {
  readonly tool: SubjectTool
  readonly names: readonly string[]
}

function bareParameters({ tools }: Subject): Bare[] {
  return tools.map((tool) => ({ tool, names: namesOf(tool) })).filter(({ names }) => names.length > 0)
}

/** Parameters that neither their schema nor the description of the tool explains. */
function namesOf({ description = '', inputSchema }: SubjectTool): string[] {
  const told = description.toLowerCase()
  return topParametersOf(inputSchema)
    .filter(({ property = '', schema }) => {
      return !isPlain(property) && !isSaid(schema) && !isTold(property, told)
    })
    .map(({ property = '' }) => property)
}

/** What says of itself what it is, beside other tools of its kind. */
const plain = new Set(
  'path filepath filename file url uri query q limit offset page pagesize perpage cursor name title text content message description sort order email city country language lang code width height x y'.split(
    ' ',
  ),
)

function isPlain(property: string): boolean {
  return plain.has(property.toLowerCase().replaceAll(/[_-]/g, '')) || /(?:_name|Name)$/.test(property)
}

/** Whether a schema tells what is wanted: in words, also further inside, or by the values it allows. */
function isSaid(schema: UnknownObject): boolean {
  if (schema['type'] === 'boolean') return true
  for (const node of nodesOf(schema)) {
    if (wordsAt(node.schema).trim() !== '' && typeof node.schema['description'] === 'string') return true
    if (['enum', 'const', 'format', 'examples', '$ref'].some((keyword) => node.schema[keyword] !== undefined))
      return true
  }
  return false
}

/** Names of one short word turn up in texts by chance. */
function isTold(property: string, told: string): boolean {
  const name = property.toLowerCase()
  const words = name.replaceAll(/[_-]/g, ' ')
  if (new RegExp(`(?:^|[\\n\`"'(*-])\\s*${escapeForPattern(name)}\\s*[:\`"'(=)]`, 'i').test(told)) return true
  return /[_-]/.test(name) ? told.includes(name) || told.includes(words) : name.length >= 3 && hasWord(told, name)
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?:^|[^\\p{L}])${escapeForPattern(word)}(?:$|[^\\p{L}])`, 'u').test(text)
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

export default rule
