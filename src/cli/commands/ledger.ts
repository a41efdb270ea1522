import type { Command } from '../command.ts'
import { ledgerOption } from '../ledger-option.ts'

const command: Command = {
  name: 'ledger',
  says: 'Show the calls that are running, waiting or unknown, and settle or release one, at a terminal.',
  usage: [
    'ledger [FILE|FOLDER] [REF] [--all] [--json]',
    'ledger settle REF [FILE|FOLDER] --done|--not-done --reason TEXT',
    'ledger release REF [FILE|FOLDER] --reason TEXT',
  ],
  options: {
    ledger: ledgerOption,
    all: { type: 'boolean', says: 'Also what is done or released.' },
    json: { type: 'boolean', says: 'List as JSON, and decide nothing.' },
    done: { type: 'boolean', says: 'It happened: the next call is told so.' },
    'not-done': { type: 'boolean', says: 'It did not happen: the next call may run.' },
    reason: { type: 'string', value: 'TEXT', says: 'Why you decide so. It is kept, with your name.' },
  },
  examples: ['ledger orders.ts', 'ledger settle 7f3a1b2c --done --reason "Stripe shows the refund"'],
  async run(invocation, io) {
    const { runLedger } = await import('../ledger/run-ledger.ts')
    return await runLedger(invocation, io)
  },
}

export default command
