import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'description-missing',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'judged',
  says: 'A tool has no description.',
  because:
    'The description is what a model chooses by. Of real tools a name alone finds the right one of many in about three requests of ten, a first sentence in about seven (355 tools and 947 requests of Azure).',
  fix: 'Say in one sentence what it does and what comes back.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools',
  good: [{ title: 'a sentence', tools: [{ description: 'Refund a payment to its card. Returns the receipt id.' }] }],
  bad: [
    { title: 'empty', tools: [{ description: '' }] },
    { title: 'only spaces', tools: [{ description: ' \n ' }] },
  ],
  *check({ name, description = '' }) {
    if (description.trim() !== '') return
    yield { at: '/description', message: `${name} has no description; a model must guess from its name what it does.` }
  },
}

export default rule
