import { findRequests } from '../confusability/findability.ts'
import { listOf, quoted } from '../phrase.ts'
import type { ServerRule } from '../rule.ts'
import { requestsOf } from '../requests.ts'

const rule: ServerRule = {
  id: 'request-lost',
  scope: 'server',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'A request that the author declared for a tool finds another one first, or one declared as not for it finds it.',
  because:
    'Hosts with many tools search them by words before a model sees any. A request that loses by words is hard to find for such a host, and a hint that two descriptions are about the same thing.',
  fix: 'Use the words of the request in the description of the tool that should win, or say in the other what it does not do.',
  see: 'The author, with @for and @notFor.',
  good: [
    {
      title: 'its words lead to it',
      tools: [
        {
          name: 'order_status',
          description: 'Look up where a parcel is. Returns status and carrier.',
          requests: { for: ['where is my parcel?'], notFor: [] },
        },
        { name: 'search_orders', description: 'Find the orders of a customer by name.' },
      ],
    },
  ],
  bad: [
    {
      title: 'another tool has the words',
      tools: [
        {
          name: 'order_status',
          description: 'Look up one order by id.',
          requests: { for: ['where is my parcel?'], notFor: [] },
        },
        { name: 'track_parcel', description: 'Where a parcel is, by tracking number.' },
      ],
    },
  ],
  *check(subject) {
    const requests = requestsOf(subject)
    if (requests.length === 0) return
    for (const { tool: name, request, wanted, to, words } of findRequests(subject.tools, requests).lost) {
      const tool = subject.tools.find((each) => each.name === name)
      const decided = words.length === 0 ? '' : ` by ${listOf(words.map((word) => quoted(word)))}`
      const fact = wanted
        ? `${quoted(request)} is declared for ${name} and ${to === undefined ? 'finds no tool' : `finds ${to}${decided}`}`
        : `${quoted(request)} is declared as not for ${name} and finds it${decided}`
      yield {
        ...(tool !== undefined && { tool }),
        at: '/description',
        message: `${fact}; a host that searches tools will load the wrong one.`,
      }
    }
  },
}

export default rule
