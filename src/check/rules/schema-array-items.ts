import type { ToolRule } from '../rule.ts'
import { nodesOf, typesOf } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'schema-array-items',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'An array in an input schema does not say what its items are.',
  because:
    'OpenAI and Gemini refuse the function ("array schema missing items"), and a model must guess what to put into the list.',
  fix: 'Add "items", such as {"type":"string"}.',
  see: 'OpenAI answers 400 "Invalid schema for function: array schema missing items", verified 2026-12-01: https://platform.openai.com/docs/guides/function-calling',
  good: [
    {
      title: 'items with a type',
      tools: [{ inputSchema: { type: 'object', properties: { ids: { type: 'array', items: { type: 'string' } } } } }],
    },
  ],
  bad: [
    { title: 'no items', tools: [{ inputSchema: { type: 'object', properties: { ids: { type: 'array' } } } }] },
    {
      title: 'deep inside',
      tools: [
        {
          inputSchema: {
            type: 'object',
            properties: { rows: { type: 'array', items: { type: 'array' } } },
          },
        },
      ],
    },
  ],
  *check({ name, inputSchema }) {
    for (const { schema, at } of nodesOf(inputSchema, '/inputSchema')) {
      if (!typesOf(schema).includes('array')) continue
      if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) continue
      const path = at.split('/properties/').slice(1).join('.') || 'a list'
      yield { at, message: `${name} does not say what is in the list ${path}; OpenAI and Gemini refuse the function.` }
      return
    }
  },
}

export default rule
