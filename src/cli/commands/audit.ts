import type { Command } from '../command.ts'
import { ledgerOption } from '../ledger-option.ts'

const command: Command = {
  name: 'audit',
  says: 'Show the record of calls, verify it, print its head, or erase what was said in a line.',
  usage: [
    'audit [--after NUMBER] [--json] [--ledger URL]',
    'audit verify [HEAD] [--ledger URL]',
    'audit head [--ledger URL]',
    'audit erase NUMBER [--ledger URL]',
  ],
  options: {
    ledger: { ...ledgerOption, says: 'Where the record is. Default: gate.db in your state folder.' },
    after: { type: 'string', value: 'NUMBER', says: 'Only lines behind this one.' },
    json: { type: 'boolean', says: 'One JSON object a line, with all that was said.' },
  },
  examples: ['audit --json > audit.jsonl', 'audit verify 1042:5f1c…', 'audit head'],
  async run(invocation, io) {
    const { runAudit } = await import('../audit.ts')
    return await runAudit(invocation, io)
  },
}

export default command
