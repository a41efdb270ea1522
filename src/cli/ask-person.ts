import type { Request, Said } from '../host/index.ts'
import type { Io } from './command.ts'
import { askAtTerminal } from './gate/desk.ts'
import { agentMarker } from './review/agents.ts'
import { openTerminal } from './review/terminal.ts'

/** Asks on the terminal whether a call may be made. A text says why nobody can be asked. */
export async function askPerson(
  request: Request,
  io: Io,
  reconsider: (args: Request['arguments']) => Request | string,
): Promise<Said | string> {
  const marker = agentMarker(io.env)
  if (marker !== undefined)
    return `it may change something, only a person can allow it, and ${marker} is the mark of an agent.`
  const terminal = process.stdin.isTTY && process.stderr.isTTY ? openTerminal(io.signal) : undefined
  if (terminal === undefined) return 'it may change something, and there is no terminal to ask on.'
  try {
    return await askAtTerminal(request, terminal, { io, reconsider })
  } finally {
    terminal.close()
  }
}
