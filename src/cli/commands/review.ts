import type { Command } from '../command.ts'
import { ledgerOption } from '../ledger-option.ts'

const command: Command = {
  name: 'review',
  says: 'Look at the drafts and questions that wait for a person, and decide, at a terminal.',
  usage: ['review [FILE|FOLDER] [REF] [--ledger URL]', 'review [FILE|FOLDER] [REF] [--ledger URL] --json'],
  options: {
    ledger: ledgerOption,
    json: { type: 'boolean', says: 'List as JSON, and decide nothing.' },
  },
  examples: ['review paper-trail.ts', 'review 7f3a1b2c', 'review --ledger sqlite:/srv/shop/ledger.db --json'],
  async run(invocation, io) {
    const { runReview } = await import('../review/run-review.ts')
    return await runReview(invocation, io)
  },
}

export default command
