import { isObject, problemsOf, unsupported } from '../../tool/index.ts'
import type { JsonSchema } from '../../tool/index.ts'
import type { ToolRule } from '../rule.ts'
import { quoted } from '../phrase.ts'
import type { Probe } from '../subject.ts'

const outputSchema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] }

const rule: ToolRule = {
  id: 'output-mismatch',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'A live result does not fit the output schema that the tool declares. Needs --probe.',
  because:
    'Clients check the structure against the schema and throw the whole result away where it does not fit: the call ran and its answer is lost.',
  fix: 'Make the result fit, or correct the schema.',
  see: 'Servers MUST provide structured results that conform: https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema',
  good: [{ title: 'it fits', tools: [{ outputSchema, probes: [answered({ total: 3 })] }] }],
  bad: [
    { title: 'another type', tools: [{ outputSchema, probes: [answered({ total: '3' })] }] },
    { title: 'nothing structured', tools: [{ outputSchema, probes: [answered(undefined)] }] },
  ],
  *check({ name, outputSchema: declared, probes = [] }) {
    if (declared === undefined) return
    for (const { answer } of probes) {
      if (answer.kind !== 'result' || answer.isError) continue
      const reason = misfitOf(declared, answer.structured)
      if (reason === undefined) continue
      yield {
        at: '/outputSchema',
        message: `${name} answered with ${reason}; clients throw such a result away.`,
        related: [{ message: `A model read: ${quoted(answer.text, 200)}` }],
      }
      return
    }
  },
}

function answered(structured: unknown): Probe {
  const answer = { kind: 'result', isError: false, text: JSON.stringify(structured) ?? '', structured } as const
  return { kind: 'plain', args: {}, names: [], answer }
}

/** What is wrong with a result; undefined where it fits, or where the schema is beyond us. */
function misfitOf(schema: unknown, structured: unknown): string | undefined {
  if (structured === undefined) return 'no structuredContent beside its outputSchema'
  if (!isReadable(schema)) return undefined
  const [problem] = problemsOf(schema, structured)
  return problem === undefined ? undefined : `a structure that breaks its outputSchema at /${problem.path.join('/')}`
}

/** Whether each keyword is one that we know, holding what it may hold. */
function isReadable(schema: unknown): schema is JsonSchema {
  return isSchema(schema) && unsupported(schema).length === 0
}

function isSchema(value: unknown): value is JsonSchema {
  return isObject(value)
}

export default rule
