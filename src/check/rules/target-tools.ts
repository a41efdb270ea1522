import type { ServerRule } from '../rule.ts'

const rule: ServerRule = {
  id: 'target-tools',
  scope: 'server',
  severity: 'error',
  set: 'target',
  target: 'openai',
  kind: 'decided',
  says: 'A server has more tools than the provider takes in one request.',
  because: 'The request fails as a whole, or the host leaves tools out and does not say which.',
  fix: 'Split the server, or let the host load tools when they are needed.',
  see: 'https://platform.openai.com/docs/guides/function-calling',
  good: [{ title: 'a few', tools: [{ name: 'list_orders' }] }],
  bad: [{ title: '129 tools', tools: Array.from({ length: 129 }, (_, index) => ({ name: `list_${index}` })) }],
  *check({ tools }, { profiles }) {
    for (const { title, tools: limit } of profiles) {
      if (limit === undefined || tools.length <= limit.most) continue
      yield { message: `${tools.length} tools are more than the ${limit.most} that ${title} takes in one request.` }
    }
  },
}

export default rule
