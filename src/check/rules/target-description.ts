import type { ToolRule } from '../rule.ts'

const rule: ToolRule = {
  id: 'target-description',
  scope: 'tool',
  severity: 'error',
  set: 'target',
  target: 'openai',
  kind: 'decided',
  says: 'A description is longer than the provider takes.',
  because: 'The request is refused, or the host cuts the text where it happens to end.',
  fix: 'Say what decides the choice first, and move the rest to parameters or resources.',
  see: 'https://platform.openai.com/docs/api-reference/chat/create (tools.function.description)',
  good: [{ title: 'a sentence', tools: [{ description: 'Refund a payment to its card.' }] }],
  bad: [{ title: '1,100 characters', tools: [{ description: 'Refund. '.repeat(138) }] }],
  *check({ name, description = '' }, { profiles }) {
    for (const { title, descriptionLength = Number.POSITIVE_INFINITY } of profiles) {
      if (description.length <= descriptionLength) continue
      yield {
        at: '/description',
        message: `${name} is described in ${description.length} characters; ${title} takes ${descriptionLength}.`,
      }
    }
  },
}

export default rule
