import type { ToolRule } from '../rule.ts'
import { choicesOf, topParametersOf, typesOf, wordsAt } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'enum-in-prose',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A text lists the allowed values in words and not in the schema.',
  because:
    'What stands in an enum is kept by the provider and refused by the server with the list; what stands in words is hoped for.',
  fix: 'Add the values as enum.',
  good: [
    {
      title: 'an enum',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { sort: { type: 'string', enum: ['asc', 'desc'], description: 'One of asc, desc.' } },
          },
        },
      ],
    },
  ],
  bad: [
    {
      title: 'in words',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { sort: { type: 'string', description: "One of 'asc', 'desc'." } },
          },
        },
      ],
    },
  ],
  *check({ name, inputSchema }) {
    for (const { property = '', schema, at } of topParametersOf(inputSchema)) {
      if (!typesOf(schema).includes('string') || choicesOf(schema).length > 0 || schema['pattern'] !== undefined)
        continue
      if (!listed.test(wordsAt(schema))) continue
      yield { at, message: `${property} of ${name} lists its values in words only; nothing keeps a model to them.` }
    }
  },
}

const listed =
  /\b(?:one of|must be(?: one of)?|allowed values?|valid values?|possible values?|either)\s*(?:are|is)?\s*:?\s*[`'"(]*[\w-]+[`'"]\s*(?:,|or|\|)\s*[`'"]?[\w-]+/i

export default rule
