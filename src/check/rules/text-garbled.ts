import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'text-garbled',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A description was read in the wrong encoding on its way.',
  because: 'A dash that became three odd characters is noise for a model and looks broken to a person.',
  fix: 'Read and write the source as UTF-8.',
  good: [{ title: 'a dash', tools: [{ description: 'Look up an order — by id.' }] }],
  bad: [{ title: 'what a dash became', tools: [{ description: 'Look up an order \u00E2\u0080\u0094 by id.' }] }],
  *check({ name, description = '' }) {
    if (!garbled.test(description)) return
    yield {
      at: '/description',
      message: `${name} holds characters of a wrong encoding; a dash or quote became several.`,
    }
  },
}

const garbled = /[\u00C2\u00C3\u00E2][\u0080-\u009F]|\u00E2\u20AC|\uFFFD/

export default rule
