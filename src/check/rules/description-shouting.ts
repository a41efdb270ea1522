import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'description-shouting',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A description shouts at the model.',
  because: 'Capitals wear off: where everything is IMPORTANT nothing is, and models overreact to the tool that shouts.',
  fix: 'Say the one rule that counts in a plain sentence, with its reason.',
  good: [{ title: 'plain', tools: [{ description: 'Ids must be of the form PT-NNNN.' }] }],
  bad: [{ title: 'loud', tools: [{ description: 'IMPORTANT: you MUST pass an id. NEVER guess it.' }] }],
  *check({ name, description = '' }) {
    const found = description.match(/\b(?:MUST|ALWAYS|NEVER|IMPORTANT|CRITICAL|WARNING|MANDATORY|REQUIRED)\b/g) ?? []
    if (found.length < 2) return
    yield {
      at: '/description',
      message: `${name} shouts ${found.length} times (${[...new Set(found)].join(', ')}); it drowns what counts.`,
    }
  },
}

export default rule
