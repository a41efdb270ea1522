import { isTwin } from '../confusability/pairs.ts'
import type { ServerRule } from '../rule.ts'
import { observeTwins, twinsOf } from '../twins.ts'

const rule: ServerRule = {
  id: 'boundary-unsaid',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'Two tools are near each other, and neither says what it does not do.',
  because:
    'What a tool is not for is the rarest sentence in real descriptions, one in thirty, and the one that readers of tools miss most. Beside a near sibling it is what a model chooses by.',
  fix: 'Add one sentence that names the other tool and what it is for instead.',
  good: [
    {
      title: 'a boundary',
      tools: [
        {
          name: 'list_security_advisories',
          description:
            'List repository security advisories for a repository. Not for organizations: list_org_advisories does that.',
        },
        { name: 'list_org_advisories', description: 'List repository security advisories for an organization.' },
      ],
    },
  ],
  bad: [
    {
      title: 'none',
      tools: [
        {
          name: 'get_client_details',
          description: 'Return the name, address and phone number of one customer by customer id.',
        },
        {
          name: 'fetch_customer_profile',
          description: 'Return the name, address and email of one customer by customer id.',
        },
      ],
    },
  ],
  *check({ tools }) {
    for (const twins of twinsOf(tools))
      if (!twins.isSaidAlike && !isTwin(twins.pair)) yield observeTwins(twins, 'neither says what it does not do.')
  },
}

export default rule
