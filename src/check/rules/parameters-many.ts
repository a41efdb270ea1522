import type { ToolRule } from '../rule.ts'
import { parametersOf, topParametersOf } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'parameters-many',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool has more than ten parameters, or nests them three deep.',
  because:
    'Wide and deep arguments are where models leave things out; examples and flat parameters help more than words.',
  fix: 'Flatten it, give defaults, or split by what is done.',
  good: [{ title: 'a few', tools: [{ inputSchema: { type: 'object', properties: { id: { type: 'string' } } } }] }],
  bad: [
    {
      title: 'eleven',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`p${n}`, { type: 'string' }])),
          },
        },
      ],
    },
  ],
  *check({ name, inputSchema }) {
    const count = topParametersOf(inputSchema).length
    const deepest = Math.max(0, ...parametersOf(inputSchema).map(({ depth }) => depth))
    if (count <= 10 && deepest < 3) return
    const fact = count > 10 ? `has ${count} parameters` : `nests its parameters ${deepest} deep`
    yield { at: '/inputSchema', message: `${name} ${fact}; models leave things out.` }
  },
}

export default rule
