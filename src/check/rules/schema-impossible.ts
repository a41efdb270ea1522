import type { ToolRule } from '../rule.ts'
import { impossibilityOf, isNever } from '../schema/impossible.ts'
import { nodesOf } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'schema-impossible',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'No value can satisfy a part of the input schema.',
  because: 'A model that keeps to the schema can never call the tool, and one that does not is refused each time.',
  fix: 'Mend the bounds, the list of values or the required names.',
  see: 'https://json-schema.org/draft/2020-12/json-schema-validation',
  good: [
    {
      title: 'bounds in order',
      tools: [{ inputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 1, maximum: 1 } } } }],
    },
    {
      title: 'a name that may not be sent',
      tools: [{ inputSchema: { type: 'object', properties: { title: { not: {} } } } }],
    },
  ],
  bad: [
    { title: 'an empty enum', tools: [{ inputSchema: { type: 'object', properties: { unit: { enum: [] } } } }] },
    {
      title: 'more than the most',
      tools: [{ inputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 10, maximum: 1 } } } }],
    },
    {
      title: 'a required name that is refused',
      tools: [{ inputSchema: { type: 'object', properties: {}, required: ['id'], additionalProperties: false } }],
    },
  ],
  *check({ name, inputSchema }) {
    for (const { schema, at, isRequired } of nodesOf(inputSchema, '/inputSchema')) {
      const isWanted = at === '/inputSchema' || isRequired === true
      const reason = impossibilityOf(schema) ?? (isWanted && isNever(schema) ? 'not excludes everything' : undefined)
      if (reason === undefined) continue
      yield { at, message: `${name} cannot be called as its schema says: ${reason}.` }
    }
  },
}

export default rule
