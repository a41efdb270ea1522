import type { SchemaObject } from '../../tool/index.ts'
import { assurances, tiers } from '../tier.ts'
import { predicates } from './predicates/index.ts'
import { scalar } from './scalar.ts'

const target: SchemaObject = {
  type: 'string',
  pattern: '^[^/\\s]+/\\S+$',
  description: 'SERVER/TOOL; * stands for anything, as in github/delete_*.',
}
const decision: SchemaObject = { enum: ['allow', 'ask', 'deny'] }
const perTier = (values: SchemaObject): SchemaObject => object(Object.fromEntries(tiers.map((tier) => [tier, values])))

const common = {
  id: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description: 'A name of its own.' },
  when: {
    type: 'object',
    minProperties: 1,
    patternProperties: { '^args(\\.[^.]+)+$': { $ref: '#/$defs/condition' } },
    properties: { flow: { const: 'untrusted', description: 'The conversation has read untrusted text.' } },
    additionalProperties: false,
    description: 'What must be true of the call. All lines must be.',
  },
  tier: { type: 'array', minItems: 1, items: { enum: [...tiers] }, description: 'Only calls that are this bad.' },
  expires: {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:\\d{2}))?$',
    description: 'From when on the rule is no more: a date (its first moment, in UTC) or a date with time and zone.',
  },
} satisfies Record<string, SchemaObject>

const budget: SchemaObject = {
  ...object(
    {
      calls: { type: 'integer', minimum: 0 },
      sum: {
        type: 'object',
        minProperties: 1,
        patternProperties: { '^args(\\.[^.]+)+$': { type: 'number', minimum: 0 } },
        additionalProperties: false,
      },
      per: { type: 'string', pattern: '^[1-9]\\d{0,5}[smhd]$', description: 'Such as 30m, 24h or 7d.' },
      by: { enum: ['principal', 'everybody'] },
    },
    ['per'],
  ),
  description: 'How often, and how much, the rule may allow.',
}

const rules: readonly SchemaObject[] = [
  object({ ...common, allow: target, budget }, ['id', 'allow']),
  object({ ...common, ask: target, raise: { enum: [...tiers] }, assurance: { enum: [...assurances] } }, ['id', 'ask']),
  object({ ...common, deny: target, tell: { type: 'string', maxLength: 500 } }, ['id', 'deny']),
]

/** The JSON Schema of a policy file. */
export function policySchema(): SchemaObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A policy of verbnoun: which calls run, which ask, which are denied',
    ...object(
      {
        version: { const: 1 },
        default: { ...perTier(decision), description: 'What a call gets that no rule matches.' },
        assurance: { ...perTier({ enum: [...assurances] }), description: 'How sure a yes must be.' },
        rules: { type: 'array', items: { oneOf: rules } },
      },
      ['version'],
    ),
    $defs: { condition: conditionSchema() },
  }
}

function conditionSchema(): SchemaObject {
  const words = Object.fromEntries(predicates.map(({ name, says, schema }) => [name, { ...schema, description: says }]))
  return { anyOf: [scalar, { ...object(words), minProperties: 1 }] }
}

/** The schema of one kind of rule: which errors of a rule are worth telling depends on what it wants to be. */
export function ruleSchema(kind: 'allow' | 'ask' | 'deny'): SchemaObject {
  const [allow = {}, ask = {}, deny = {}] = rules
  return { ...{ allow, ask, deny }[kind], $defs: { condition: conditionSchema() } }
}

function object(properties: Readonly<Record<string, SchemaObject>>, required: readonly string[] = []): SchemaObject {
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required: [...required] }),
  }
}
