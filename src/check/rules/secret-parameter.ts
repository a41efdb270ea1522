import type { ToolRule } from '../rule.ts'
import { topParametersOf } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'secret-parameter',
  scope: 'tool',
  severity: 'warning',
  set: 'pedantic',
  kind: 'judged',
  says: 'A tool takes a secret as an argument.',
  because: 'Arguments pass through the model, the log of the host and the screen; a key does not belong there.',
  fix: 'Take it from the environment or from the authorization of the connection.',
  good: [
    {
      title: 'a token to continue',
      tools: [{ inputSchema: { type: 'object', properties: { page_token: { type: 'string' } } } }],
    },
  ],
  bad: [{ title: 'a key', tools: [{ inputSchema: { type: 'object', properties: { api_key: { type: 'string' } } } }] }],
  *check({ name, inputSchema }) {
    for (const { property = '', at } of topParametersOf(inputSchema)) {
      if (
        !/^(?:api_?key|access_?token|auth_?token|bearer_?token|secret(?:_?key)?|client_?secret|password|private_?key|credentials)$/i.test(
          property,
        )
      )
        continue
      yield {
        at,
        message: `${property} of ${name} is a secret that passes through the model and every log on the way.`,
      }
    }
  },
}

export default rule
