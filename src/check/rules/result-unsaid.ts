import type { ToolRule } from '../rule.ts'
import { namingOf } from '../words/naming.ts'
import { isEnglish } from '../words/text.ts'

const rule: ToolRule = {
  id: 'result-unsaid',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool that reads does not say what comes back.',
  because:
    'A model plans the next step by what this one gives. Without a word or an output schema it calls to find out.',
  fix: 'Say "Returns …", or declare an output schema.',
  good: [
    { title: 'said', tools: [{ name: 'get_order', description: 'Look up an order. Returns status and carrier.' }] },
    {
      title: 'declared',
      tools: [{ name: 'get_order', description: 'Look up an order by id.', outputSchema: { type: 'object' } }],
    },
  ],
  bad: [{ title: 'not said', tools: [{ name: 'get_order', description: 'Query the backend for an order.' }] }],
  *check(tool, { subject }) {
    const { name, description = '', outputSchema } = tool
    if (outputSchema !== undefined || description.trim() === '' || !isEnglish(description)) return
    if (namingOf(subject).actionOf(tool)?.kind !== 'read' || says.test(description)) return
    yield { at: '/description', message: `${name} does not say what comes back; a model must call it to find out.` }
  },
}

const says =
  /\breturn|\bresults?\b|\brespon|\boutputs?\b|\bgives?\b|\bprovid|\binclud|\bcontain|\bas (?:json|text|markdown|a list)|\bwith (?:its|their)\b|\byields?\b|\bshows?\b/i

export default rule
