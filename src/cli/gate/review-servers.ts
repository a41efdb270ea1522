import { lineText, tellDifference } from '../../host/index.ts'
import type { Gate, ServerEntry, Subject } from '../../host/index.ts'
import type { Invocation, Io } from '../command.ts'
import { openGateState } from '../gate-state.ts'
import type { GateState } from '../gate-state.ts'
import { agentMarker } from '../review/agents.ts'
import { openTerminal } from '../review/terminal.ts'
import type { Terminal } from '../review/terminal.ts'
import { openConfig } from './config.ts'
import type { ServersConfig } from './config.ts'
import { personHere } from './desk.ts'
import { hostServers } from './hosting.ts'

/** Shows a person what nobody has accepted yet, and what has changed since, and asks. Gives the exit code. */
export async function reviewServers({ options }: Invocation, io: Io): Promise<number> {
  const state = await openGateState(io)
  const marker = agentMarker(io.env)
  const terminal = marker === undefined ? openTerminal(io.signal) : undefined
  try {
    if (terminal === undefined) {
      io.err(
        marker === undefined
          ? 'Only a person at a terminal accepts servers.'
          : `Only a person accepts servers, and ${marker} is the mark of an agent.`,
      )
      return 1
    }
    const named = typeof options['config'] === 'string' ? options['config'] : undefined
    const config = await acceptConfig(named, { state, terminal, io })
    return config === undefined ? 1 : await acceptServers(config, { state, terminal, io })
  } finally {
    terminal?.close()
    await state.store.close()
  }
}

export interface Review {
  readonly state: GateState
  readonly terminal: Terminal
  readonly io: Io
}

/** A file that is not in the state folder counts once a person has seen what it starts. */
export async function acceptConfig(
  named: string | undefined,
  { state, terminal, io }: Review,
): Promise<ServersConfig | undefined> {
  const config = await openConfig(named, state, io)
  if (config.isUsers) return config
  terminal.say(`${config.path} would start or reach`)
  for (const entry of config.accepted()) terminal.say(`    ${lineText(entry.key)}: ${lineText(placeText(entry))}`)
  terminal.say('  as your user, trusted as it says.')
  if ((await terminal.ask('  Type accept to use it as it stands, anything else does not > ')) !== 'accept')
    return undefined
  await config.accept()
  return await openConfig(named, state, io)
}

function placeText({ place, trust }: ServerEntry): string {
  const what = 'source' in place ? place.source : 'url' in place ? place.url : [place.command, ...place.args].join(' ')
  return `${what} (${trust})`
}

async function acceptServers({ entries }: ServersConfig, { state, terminal, io }: Review): Promise<number> {
  const { gate, connections, close } = await hostServers(entries, state, { io })
  try {
    await connections.ready()
    let code = 0
    for (const { key } of entries) {
      const found = connections.state(key)
      if (found?.kind === 'ready') code = Math.max(code, await acceptServer(found.subject, { gate, terminal }))
      else {
        terminal.say(
          `${lineText(key)} is not connected${found?.kind === 'failed' ? `: ${lineText(found.reason)}` : '.'}`,
        )
        code = 1
      }
    }
    return code
  } finally {
    await close()
  }
}

export interface Accepting {
  readonly gate: Gate
  readonly terminal: Terminal
}

export async function acceptServer(
  { facts, standing, tools }: Subject,
  { gate, terminal }: Accepting,
): Promise<number> {
  const { key, identity, trust } = facts
  const changes = standing.kind === 'pinned' ? standing.differences : []
  if (standing.kind !== 'unreviewed' && changes.length === 0) {
    terminal.say(`${key} is as it was accepted.`)
    return 0
  }
  terminal.say(`${trust === 'untrusted' ? 'UNTRUSTED server' : 'Server'} ${key}: ${lineText(identity.command)}`)
  for (const change of changes) terminal.say(`    ${lineText(tellDifference(change))}`)
  if (standing.kind === 'unreviewed')
    for (const [name, { risk, findings }] of tools) {
      const found = findings.map(({ text }) => ` ${text}`).join('')
      terminal.say(`    ${lineText(name)} (${risk.tier})${lineText(found)}`)
    }
  const typed = await terminal.ask(
    `  Type accept to accept ${changes.length > 0 ? 'the changes' : 'it'}, anything else does not > `,
  )
  if (typed !== 'accept') return 1
  await gate.accept(key, { id: personHere(), how: 'terminal', assurance: 'local' })
  terminal.say('  Accepted.')
  return 0
}
