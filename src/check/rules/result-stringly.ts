import type { ToolRule } from '../rule.ts'
import { isObject, parseJson } from '../../tool/index.ts'
import type { Probe } from '../subject.ts'

const rule: ToolRule = {
  id: 'result-stringly',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool answers with JSON as text and declares no output schema. Needs --probe.',
  because: 'Host code must parse prose, and a model pays for every quote; with structuredContent both get the data.',
  fix: 'Declare an outputSchema and send structuredContent.',
  good: [{ title: 'prose', tools: [{ probes: [answered('PT-1042 is on its way.')] }] }],
  bad: [{ title: 'JSON in text', tools: [{ probes: [answered('{"status":"shipped"}')] }] }],
  *check({ name, outputSchema, probes = [] }) {
    if (outputSchema !== undefined) return
    const found = probes.some(({ answer }) => {
      if (answer.kind !== 'result' || answer.isError || answer.structured !== undefined) return false
      const value = parseJson(answer.text)
      return isObject(value) || Array.isArray(value)
    })
    if (found)
      yield { at: '/outputSchema', message: `${name} answers with JSON inside a text; host code must parse prose.` }
  },
}

function answered(text: string): Probe {
  return { kind: 'plain', args: {}, names: [], answer: { kind: 'result', isError: false, text } }
}

export default rule
