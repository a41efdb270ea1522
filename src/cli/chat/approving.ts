import { addRule } from '../../host/index.ts'
import type { AnswerQuestion, Approve, PolicyBook } from '../../host/index.ts'
import { isObject } from '../../tool/index.ts'
import type { ObjectSchema, UnknownObject } from '../../tool/index.ts'
import { askAtTerminal, personHere } from '../gate/desk.ts'
import type { Hosting } from '../gate/hosting.ts'
import type { GateState } from '../gate-state.ts'
import { askAnswer } from '../review/question.ts'
import type { Terminal } from '../review/terminal.ts'
import { atTerminal } from './at-terminal.ts'
import type { TerminalPlace } from './at-terminal.ts'
import { fold } from './screen.ts'

export interface ApprovingOptions extends TerminalPlace {
  readonly state: GateState
  readonly hosting: Pick<Hosting, 'gate' | 'book'>
}

/** Asks the person at the terminal about a call. */
export function approveAtTerminal(options: ApprovingOptions): Approve {
  const { io, hosting, onInterrupt } = options
  return async (request, { reconsider }) => {
    if (request.need.assurance === 'present')
      return "the user's policy wants a yes to it from another user or machine, which this terminal is not. Tell the user."
    const standing = hosting.gate.subjects.get(request.server.key)?.standing
    const since = standing?.kind === 'pinned' ? { since: standing.since } : {}
    const said = await atTerminal(options, async (terminal) => {
      const heard = await askAtTerminal(request, terminal, { io, reconsider, onInterrupt, mayKeep: true, ...since })
      if (heard.kind === 'always') terminal.say(`  ${await keepRule(heard.rule, options)}`)
      return heard
    })
    if (said === undefined) return 'it needs a person, and there is no terminal to ask on.'
    return { said, approver: { id: personHere(), how: 'terminal', assurance: 'local' } }
  }
}

/** Denies all that the policy asks about. */
export async function approveNothing(): Promise<string> {
  return 'it needs a person, and nobody is asked here. The user can allow such calls by a rule in policy.yaml.'
}

/** The rule stands in the policy; where nothing else waits there for a person, it holds from here on. */
async function keepRule(rule: string, { state, hosting }: ApprovingOptions): Promise<string> {
  try {
    return await addToPolicy(rule, state, hosting.book)
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

/** Puts to the person at the terminal what a server asks in the middle of a call. */
export function answerAtTerminal(place: TerminalPlace): AnswerQuestion {
  return async ({ message, requestedSchema }) => {
    if (!isObjectSchema(requestedSchema)) return { action: 'decline' }
    const given = await atTerminal(place, async (terminal) => {
      for (const line of message.split('\n'))
        for (const piece of fold(line.trimStart(), { first: indentOf(line), width: terminal.columns() }))
          terminal.say(piece)
      return await askAnswer(requestedSchema, { terminal: narrow(terminal) })
    })
    return given === undefined || given === 'quit' ? { action: 'cancel' } : { ...given }
  }
}

/** The same terminal, with prompts that are broken between words. */
function narrow(terminal: Terminal): Terminal {
  return {
    ...terminal,
    ask: async (prompt) =>
      await terminal.ask(`${fold(prompt.trim(), { first: '  ', width: terminal.columns() - 1 }).join('\n')} `),
  }
}

function indentOf(line: string): string {
  return /^ */.exec(line)?.[0] ?? ''
}

function isObjectSchema(said: UnknownObject): said is UnknownObject & ObjectSchema {
  const { type, properties } = said
  return type === 'object' && isObject(properties) && Object.values(properties).every(isObject)
}
