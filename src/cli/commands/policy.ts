import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'

const command: Command = {
  name: 'policy',
  says: 'See what your policy says of a call, test it, find rules that can never match, accept what it loosens.',
  usage: [
    'policy explain SERVER/TOOL [name=value …] [--args JSON] [--tier TIER] [--trust TRUST] [--flow untrusted]',
    'policy test FILE [--policy FILE]',
    'policy lint [--policy FILE]',
    'policy accept',
    'policy schema',
  ],
  options: {
    args: { type: 'string', value: 'JSON', says: 'All arguments as one JSON object; name=value wins over it.' },
    tier: { type: 'string', value: 'TIER', says: 'read, write, destructive or destructive_open. Default: write.' },
    trust: { type: 'string', value: 'TRUST', says: 'own, trusted or untrusted. Default: trusted.' },
    flow: {
      type: 'string',
      value: 'untrusted',
      says: 'The conversation has read untrusted text. Default: nobody knows.',
    },
    policy: { type: 'string', value: 'FILE', says: 'This policy, as if it were accepted. Default: the one in use.' },
  },
  examples: ['policy explain orders/refund_order amount_cents=2400', 'policy test policy-cases.yaml', 'policy lint'],
  async run(invocation, io) {
    const { acceptPolicy, explain, lint, printSchema, test } = await import('../policy/index.ts')
    const runs = new Map([
      ['explain', explain],
      ['test', test],
      ['lint', lint],
      ['accept', acceptPolicy],
      ['schema', printSchema],
    ])
    const [verb = '', ...words] = invocation.words
    const run = runs.get(verb)
    if (run === undefined) throw new UsageError(`Do what with the policy? There are ${[...runs.keys()].join(', ')}.`)
    return await run({ ...invocation, words }, io)
  },
}

export default command
