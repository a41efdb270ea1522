import { isTwin } from '../confusability/pairs.ts'
import type { ServerRule } from '../rule.ts'
import { observeTwins, twinsOf } from '../twins.ts'

const rule: ServerRule = {
  id: 'description-near',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'The description of a tool says nothing that the description of another one does not say too.',
  because:
    'A model that reads both finds no reason for the shorter one. Of real pairs as near as this, about two in three are easily confused; the rest are siblings told apart by their names.',
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
      title: 'one within the other',
      tools: [
        { name: 'get_token_balance', description: 'Get the token balance of an address on the chain.' },
        { name: 'get_token_balance_erc20', description: 'Get the ERC20 token balance of an address on the chain.' },
      ],
    },
  ],
  *check({ tools }) {
    for (const twins of twinsOf(tools))
      if (!twins.isSaidAlike && isTwin(twins.pair))
        yield observeTwins(twins, 'a model finds no reason for one of them.')
  },
}

export default rule
