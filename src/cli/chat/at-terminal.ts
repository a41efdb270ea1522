import type { Io } from '../command.ts'
import { openTerminal } from '../review/terminal.ts'
import type { Terminal } from '../review/terminal.ts'
import type { Screen } from './screen.ts'
import type { Seat } from './seat.ts'

export interface TerminalPlace {
  readonly io: Io
  readonly screen: Screen
  /** Who has the keyboard otherwise. */
  readonly seat: Seat | undefined
  /** Stops what the model and its tools do, as Ctrl-C does. */
  readonly onInterrupt: () => void
}

/** Has a dialog with the person at the terminal, while nothing else is printed or read. Undefined: there is no terminal. */
export async function atTerminal<Value>(
  { io, screen, seat }: TerminalPlace,
  run: (terminal: Terminal) => Promise<Value>,
): Promise<Value | undefined> {
  const dialog = async (): Promise<Value | undefined> => {
    const terminal = openTerminal(io.signal)
    if (terminal === undefined) return undefined
    try {
      return await run(terminal)
    } finally {
      // The terminal goes back to its own ways at the end of this turn.
      await new Promise(setImmediate)
      terminal.close()
    }
  }
  return await screen.hold(() => (seat === undefined ? dialog() : seat.lend(dialog)))
}
