import type { ToolRule } from '../rule.ts'
import { topParametersOf, typesOf, wordsAt } from '../schema/walk.ts'
import { wordsOf } from '../words/names.ts'
import { listOf } from '../phrase.ts'

const rule: ToolRule = {
  id: 'unit-unsaid',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A number that measures something does not say in which unit.',
  because: 'A timeout of 30 is half a minute or no time at all; an amount of 100 is a dollar or a hundred.',
  fix: 'Put the unit into the name or the description: timeout_ms, "in US cents".',
  good: [
    {
      title: 'in the name',
      tools: [{ inputSchema: { type: 'object', properties: { timeout_ms: { type: 'integer' } } } }],
    },
  ],
  bad: [
    {
      title: 'nowhere',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { timeout: { type: 'integer', description: 'How long to wait.' } },
          },
        },
      ],
    },
  ],
  *check({ name, inputSchema }) {
    const bare = topParametersOf(inputSchema).filter(({ property = '', schema }) => {
      const words = wordsOf(property)
      if (!words.some((word) => measures.has(word)) || words.some((word) => units.has(word))) return false
      const isNumber = typesOf(schema).some((type) => type === 'number' || type === 'integer')
      return isNumber && !said.test(wordsAt(schema))
    })
    const [first] = bare
    if (first === undefined) return
    yield {
      at: first.at,
      message: `${listOf(bare.map(({ property = '' }) => property))} of ${name} has no unit; a model may be wrong by a factor of a thousand.`,
    }
  },
}

const measures = new Set(
  'timeout delay duration interval amount price cost distance weight height width length speed temperature'.split(' '),
)
const units = new Set(
  'ms s sec secs seconds second minutes minute hours hour days day cents usd eur px pixels bytes kb mb gb km m meters miles kg percent count'.split(
    ' ',
  ),
)
const said =
  /\b(?:ms|milli|micro|sec|second|minute|hour|day|week|month|year|cent|dollar|usd|eur|wei|lamport|sat|px|pixel|inch|point|emu|byte|[kmg]b|km|meter|metre|mile|feet|kg|gram|percent|%|token|degree|celsius|fahrenheit|unit|character|item|row|word)/i

export default rule
