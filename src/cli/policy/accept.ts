import type { Invocation, Io } from '../command.ts'
import { agentMarker } from '../review/agents.ts'
import { openTerminal } from '../review/terminal.ts'
import { openBook } from './read-policy.ts'

/** Shows what the user's policy would loosen, and puts it to use where the person at the terminal wants that. */
export async function acceptPolicy(_: Invocation, io: Io): Promise<number> {
  const book = await openBook(io)
  const waiting = book.waiting()
  if (waiting.length === 0) {
    io.out('Nothing waits: the policy is in use as it stands.')
    return 0
  }
  const terminal = agentMarker(io.env) === undefined ? openTerminal(io.signal) : undefined
  if (terminal === undefined) {
    for (const line of waiting) io.out(line)
    io.err('Only a person at a terminal accepts this.')
    return 1
  }
  try {
    terminal.say('With this policy,')
    for (const line of waiting) terminal.say(`  ${line}`)
    if ((await terminal.ask('Type accept to use it, anything else leaves things as they are: ')) !== 'accept') return 1
    await book.accept()
    terminal.say('It is in use.')
    return 0
  } finally {
    terminal.close()
  }
}
