import { quoted } from '../phrase.ts'
import type { ToolRule } from '../rule.ts'
import { parametersOf } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'target-name',
  scope: 'tool',
  severity: 'error',
  set: 'target',
  target: 'gemini',
  kind: 'decided',
  says: 'A tool or a parameter has a name that the provider refuses.',
  because: 'The provider answers with an error for the whole request, so that one name takes all tools with it.',
  fix: 'Rename it.',
  see: 'https://ai.google.dev/gemini-api/docs/function-calling',
  good: [{ title: 'letters and underscores', tools: [{ name: 'list_orders' }] }],
  bad: [
    { title: 'a tool that begins with a digit', tools: [{ name: '3d_render' }] },
    {
      title: 'a parameter with a dash',
      tools: [{ inputSchema: { type: 'object', properties: { 'order-id': { type: 'string' } } } }],
    },
  ],
  *check({ name, inputSchema }, { profiles }) {
    for (const { title, toolName, propertyName } of profiles) {
      if (toolName !== undefined && !toolName.test(name))
        yield { at: '/name', message: `${title} refuses the name ${quoted(name)}, which is not ${toolName.source}.` }
      if (propertyName === undefined) continue
      for (const { property = '', at } of parametersOf(inputSchema)) {
        if (propertyName.test(property)) continue
        yield {
          at,
          message: `${title} refuses the parameter ${quoted(property)} of ${name}, which is not ${propertyName.source}.`,
        }
      }
    }
  },
}

export default rule
