import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import { agentMarker } from '../review/agents.ts'
import { openTerminal } from '../review/terminal.ts'
import { isTerminalHere } from './here.ts'
import type { Approval, ChatSettings } from './settings.ts'

/** Who allows calls where this process runs. Throws a `UsageError` where a person is wanted who cannot be asked. */
export function approvalHere({ approval }: Pick<ChatSettings, 'approval'>, io: Io): Approval {
  if (approval === undefined) {
    if (!isTerminalHere()) return 'none'
    const marker = agentMarker(io.env)
    if (marker === undefined) return 'ask'
    io.err(`${marker} is the mark of an agent: nobody is asked, and what would need a person is denied.`)
    return 'none'
  }
  if (approval === 'ask') requirePerson(io)
  return approval
}

function requirePerson({ env, signal }: Io): void {
  const marker = agentMarker(env)
  if (marker !== undefined)
    throw new UsageError(
      `--approve ask wants a person, and ${marker} is the mark of an agent. Take --approve none or reads.`,
    )
  const terminal = openTerminal(signal)
  if (terminal === undefined)
    throw new UsageError(
      '--approve ask wants a person, and there is no terminal to ask on. Take --approve none or reads.',
    )
  terminal.close()
}

/** Options that make sense only where a person talks, or only where none does. */
export function requireFit({ isJson }: Pick<ChatSettings, 'isJson'>, isTalk: boolean): void {
  if (isTalk && isJson) throw new UsageError('--json prints one turn: ask with --prompt TEXT, or through a pipe.')
  if (isTalk && !process.stdout.isTTY)
    throw new UsageError('Stdout is no terminal to talk on. Ask with --prompt TEXT, and one turn is printed.')
}
