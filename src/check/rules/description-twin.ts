import type { ServerRule } from '../rule.ts'
import { observeTwins, samesOf } from '../twins.ts'

const rule: ServerRule = {
  id: 'description-twin',
  scope: 'server',
  severity: 'warning',
  set: 'default',
  kind: 'judged',
  says: 'Two tools of a server are described in the same words.',
  because:
    'A model chooses between them by their names alone. Measured with a real model: of two tools with one description the second was chosen in none of ten requests that were for it.',
  fix: 'Say in each what the other does not do.',
  good: [
    {
      title: 'words of their own',
      tools: [
        { name: 'list_orders', description: 'List the open orders of a customer, newest first.' },
        { name: 'count_parcels', description: 'Count the parcels that left the warehouse today.' },
      ],
    },
  ],
  bad: [
    {
      title: 'the same words',
      tools: [
        { name: 'list_tasks', description: 'Get tasks by status.' },
        { name: 'count_tasks', description: 'Get tasks by status.' },
      ],
    },
  ],
  *check({ tools }) {
    for (const twins of samesOf(tools)) yield observeTwins(twins, 'a model chooses by the names alone.')
  },
}

export default rule
