import type { ToolRule } from '../rule.ts'
import { topParametersOf, typesOf } from '../schema/walk.ts'
import { isObject } from '../../tool/index.ts'

const rule: ToolRule = {
  id: 'parameter-object-free',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A parameter is an object of unknown content.',
  because: 'A model must invent the names inside, and nothing refuses the wrong ones.',
  fix: 'List its properties, or say what the values of the map are.',
  good: [
    {
      title: 'a map',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
          },
        },
      ],
    },
  ],
  bad: [
    { title: 'anything', tools: [{ inputSchema: { type: 'object', properties: { options: { type: 'object' } } } }] },
  ],
  *check({ name, inputSchema }) {
    for (const { property = '', schema, at } of topParametersOf(inputSchema)) {
      const shapes = ['properties', 'patternProperties', 'propertyNames', '$ref', 'anyOf', 'oneOf', 'allOf', 'examples']
      if (!typesOf(schema).includes('object') || shapes.some((key) => isFilled(schema[key]))) continue
      if (isObject(schema['additionalProperties']) && isFilled(schema['additionalProperties'])) continue
      yield { at, message: `${property} of ${name} is an object of unknown content; a model invents what is in it.` }
    }
  },
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined
}

export default rule
