import type { ToolRule } from '../rule.ts'
import { topParametersOf } from '../schema/walk.ts'
import { listOf } from '../phrase.ts'

const rule: ToolRule = {
  id: 'parameter-untyped',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A parameter has no type.',
  because: 'A model may send anything, and strict providers refuse the schema.',
  fix: 'Give it a type, values or a reference.',
  good: [{ title: 'a type', tools: [{ inputSchema: { type: 'object', properties: { id: { type: 'string' } } } }] }],
  bad: [
    { title: 'none', tools: [{ inputSchema: { type: 'object', properties: { id: { description: 'Its id.' } } } }] },
  ],
  *check({ name, inputSchema }) {
    const bare = topParametersOf(inputSchema).filter(
      ({ schema }) => !kinds.some((keyword) => schema[keyword] !== undefined),
    )
    const [first] = bare
    if (first === undefined) return
    yield {
      at: first.at,
      message: `${listOf(bare.map(({ property = '' }) => property))} of ${name} may be anything; a model must guess.`,
    }
  },
}

const kinds = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref']

export default rule
