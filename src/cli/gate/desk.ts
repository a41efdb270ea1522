import { userInfo } from 'node:os'
import { askAtDesk, paint } from '../../host/index.ts'
import type { Asking, Desk, Request, Said } from '../../host/index.ts'
import type { Io } from '../command.ts'
import { editText } from '../review/editor.ts'
import type { Terminal } from '../review/terminal.ts'

export interface AskingHere extends Pick<Asking, 'reconsider' | 'onInterrupt'> {
  readonly io: Io
  readonly mayKeep?: boolean
  readonly since?: number
}

/** Asks the person at a terminal about a call. */
export async function askAtTerminal(
  request: Request,
  terminal: Terminal,
  { io, mayKeep, since, ...asking }: AskingHere,
): Promise<Said> {
  const scene = { width: terminal.columns(), clock: clockTime, mayKeep, since }
  return await askAtDesk(request, { ...asking, desk: deskAt(terminal, io), scene, now: Date.now })
}

/** `14:37`, by the clock of this machine. */
export function clockTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 5)
}

/** The name of who sits here. */
export function personHere(): string {
  return userInfo().username
}

function deskAt(terminal: Terminal, io: Io): Desk {
  const hasColour = (io.env['NO_COLOR'] ?? '') === '' && io.env['TERM'] !== 'dumb'
  return {
    show(lines, end) {
      const text = lines.map((line) => paint(line, hasColour)).join('\n')
      terminal.write(end === 'closed' ? `${text}\n` : text)
    },
    keys: terminal.keys,
    echo: terminal.write,
    async edit(text) {
      const edited = await editText(text, io, terminal)
      edited?.forget()
      return edited?.text
    },
  }
}
