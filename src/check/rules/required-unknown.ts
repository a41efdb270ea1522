import type { ToolRule } from '../rule.ts'
import { isObject } from '../../tool/index.ts'
import { nodesOf } from '../schema/walk.ts'
import type { Node } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'required-unknown',
  scope: 'tool',
  severity: 'warning',
  set: 'pedantic',
  kind: 'judged',
  says: 'The schema requires a name that it does not describe, or gives a default that it refuses.',
  because: 'A model must send a parameter that it knows nothing of; usually it was renamed in one place only.',
  fix: 'Make required, properties and defaults agree.',
  good: [
    {
      title: 'they agree',
      tools: [{ inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } }],
    },
  ],
  bad: [
    { title: 'an unknown name', tools: [{ inputSchema: { type: 'object', properties: {}, required: ['id'] } }] },
    {
      title: 'a default outside the values',
      tools: [{ inputSchema: { type: 'object', properties: { sort: { enum: ['asc'], default: 'up' } } } }],
    },
  ],
  *check({ name, inputSchema }) {
    for (const node of nodesOf(inputSchema, '/inputSchema')) {
      const missing = missingOf(node)
      if (missing.length > 0)
        yield {
          at: `${node.at}/required`,
          message: `${name} requires ${missing.join(', ')} and does not say what that is.`,
        }
      if (hasWrongDefault(node))
        yield {
          at: `${node.at}/default`,
          message: `The default of ${node.property ?? 'a value'} of ${name} is none of its values.`,
        }
    }
  },
}

const open = ['anyOf', 'oneOf', 'allOf', '$ref', 'patternProperties']

/** Names that are required where all names are described. Branches of a choice speak of names beside them. */
function missingOf({ schema, at }: Node): unknown[] {
  const { required, properties, type } = schema
  const isBranch = /\/(?:anyOf|oneOf|allOf|not|if|then|else)(?:\/|$)/.test(at)
  if (!Array.isArray(required) || type !== 'object' || isBranch || open.some((key) => schema[key] !== undefined))
    return []
  const known = isObject(properties) ? properties : {}
  return required.filter((each) => !Object.hasOwn(known, String(each)))
}

function hasWrongDefault({ schema: { enum: choices, default: value } }: Node): boolean {
  return Array.isArray(choices) && value !== undefined && value !== null && !choices.includes(value)
}

export default rule
