import { addRule } from '../../host/index.ts'
import type { Approve, Approver, PolicyBook, Request, Said } from '../../host/index.ts'
import type { Io } from '../command.ts'
import { askAtTerminal, personHere } from '../gate/desk.ts'
import type { Hosting } from '../gate/hosting.ts'
import type { GateState } from '../gate-state.ts'
import { openTerminal } from '../review/terminal.ts'
import type { Screen } from './screen.ts'
import type { Seat } from './seat.ts'

export interface ApprovingOptions {
  readonly io: Io
  readonly state: GateState
  readonly hosting: Pick<Hosting, 'gate' | 'book'>
  readonly screen: Screen
  /** Who has the keyboard otherwise. */
  readonly seat: Seat | undefined
}

/** Asks the person at the terminal, while nothing else is printed. */
export function approveAtTerminal(options: ApprovingOptions): Approve {
  return async (request, { reconsider }) => await options.screen.hold(() => ask(request, reconsider, options))
}

/** Denies all that the policy asks about. */
export async function approveNothing(): Promise<string> {
  return 'it needs a person, and nobody is asked here. The user can allow such calls by a rule in policy.yaml.'
}

type Reconsider = Parameters<Approve>[1]['reconsider']

async function ask(
  request: Request,
  reconsider: Reconsider,
  options: ApprovingOptions,
): Promise<{ readonly said: Said; readonly approver: Approver } | string> {
  const { io, seat, hosting } = options
  const standing = hosting.gate.subjects.get(request.server.key)?.standing
  const since = standing?.kind === 'pinned' ? standing.since : undefined
  const dialog = async (): Promise<Said | string> => {
    const terminal = openTerminal(io.signal)
    if (terminal === undefined) return 'it needs a person, and there is no terminal to ask on.'
    try {
      const asking = { io, reconsider, mayKeep: true, ...(since !== undefined && { since }) }
      const said = await askAtTerminal(request, terminal, asking)
      if (said.kind === 'always') terminal.say(`  ${await keepRule(said.rule, options)}`)
      return said
    } finally {
      // The terminal is given back to its own ways at the end of this turn.
      await new Promise(setImmediate)
      terminal.close()
    }
  }
  const said = await (seat === undefined ? dialog() : seat.lend(dialog))
  if (typeof said === 'string') return said
  return { said, approver: { id: personHere(), how: 'terminal', assurance: 'local' } }
}

/** The rule stands in the policy; where nothing else waits there for a person, it holds from here on. */
async function keepRule(rule: string, { state, hosting }: ApprovingOptions): Promise<string> {
  const { book } = hosting
  try {
    return await addToPolicy(rule, state, book)
  } catch (error) {
    return `It runs this time, and the rule could not be kept: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function addToPolicy(rule: string, { folder }: GateState, book: PolicyBook): Promise<string> {
  await book.reload()
  const isAlone = book.waiting().length === 0
  await folder.write('policy.yaml', addRule((await folder.read('policy.yaml')) ?? '', rule))
  if (isAlone) await book.accept()
  return isAlone
    ? 'The rule is in your policy.yaml.'
    : 'The rule is in your policy.yaml, with other changes that wait for you: verbnoun policy accept'
}
