import { UsageError } from '../command.ts'
import { ledgerOption, ledgerUrl } from '../ledger-option.ts'
import type { Command, Invocation } from '../command.ts'

const command: Command = {
  name: 'call',
  says: 'Call one tool and print what it answers. Exit 1 when the call failed.',
  usage: [
    'call FILE|FOLDER TOOL [name=value …] [--args JSON] [--json]',
    'call TOOL [name=value …] [--args JSON] [--json] -- COMMAND',
  ],
  options: {
    args: { type: 'string', value: 'JSON', says: 'All arguments as one JSON object; name=value wins over it.' },
    json: { type: 'boolean', says: 'The whole result as JSON.' },
    ledger: ledgerOption,
  },
  examples: [
    'call orders.ts refund_order order_id=PT-1042 amount_cents=2400 reason="arrived damaged"',
    'call order_status order_id=PT-1042 -- node server.mjs',
  ],
  async run(invocation, io) {
    const { target, tool, pairs } = readWords(invocation)
    const { callCommand, callSource } = await import('../calling.ts')
    const { args } = invocation.options
    const json = typeof args === 'string' ? args : undefined
    const wanted = { tool, pairs, json, ledger: ledgerUrl(invocation) }
    const outcome =
      target === undefined ? await callCommand(invocation.command, wanted, io) : await callSource(target, wanted, io)
    if (outcome.kind === 'error') {
      io.err(outcome.message)
      return 1
    }
    const { renderResult } = await import('../render.ts')
    io.out(
      invocation.options['json'] === true ? JSON.stringify(outcome.result, undefined, 2) : renderResult(outcome.result),
    )
    return outcome.result.isError === true ? 1 : 0
  },
}

interface Words {
  /** Undefined: the command behind `--`. */
  readonly target: string | undefined
  readonly tool: string
  readonly pairs: readonly string[]
}

function readWords({ words, command: foreign }: Invocation): Words {
  const [target, [tool, ...pairs]] = foreign.length > 0 ? [undefined, words] : [words[0], words.slice(1)]
  if (tool === undefined) throw new UsageError(`Call which tool? For example: verbnoun ${command.examples[0]}`)
  return { target, tool, pairs }
}

export default command
