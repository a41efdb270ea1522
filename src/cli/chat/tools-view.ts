import { lineText, tellDifference } from '../../host/index.ts'
import type { Connections, Gate, ServerEntry, ServerState, Subject, Toolbox } from '../../host/index.ts'
import { visible } from '../../tool/index.ts'
import { stateLine } from '../gate/state-line.ts'
import { placeText } from './call-text.ts'
import type { Screen } from './screen.ts'
import { columnsOf } from './text.ts'

export interface ToolsView {
  readonly screen: Screen
  readonly entries: readonly ServerEntry[]
  readonly gate: Gate
  readonly connections: Connections
  readonly toolbox: Toolbox
}

/** Shows the tools of all servers, how bad the gate takes each to be, and what the model has not got and why. */
export function showTools({ screen, entries, gate, connections, toolbox }: ToolsView): void {
  for (const { key } of entries) {
    const state = connections.state(key)
    const subject = gate.subjects.get(key)
    screen.note(headText(key, state, subject), { tone: 'bold' })
    if (subject !== undefined) showSubject(subject, screen)
    for (const reason of state?.kind === 'ready' ? state.leftOut : [])
      screen.note(lineText(reason), { first: '  left out: ' })
  }
  showSetAside(toolbox, screen)
}

/** Shows which tools this model cannot have, and why. */
export function showSetAside(toolbox: Toolbox, screen: Screen): void {
  for (const { place, reason } of toolbox.tools().setAside)
    screen.note(`${placeText(place)}: ${visible(reason)}`, { first: 'set aside: ' })
}

const trustWords = { own: 'your own', trusted: 'trusted', untrusted: 'UNTRUSTED' } as const

function headText(key: string, state: ServerState | undefined, subject: Subject | undefined): string {
  const trust = subject === undefined ? '' : ` (${trustWords[subject.facts.trust]})`
  // A person may have accepted it since it was listed.
  const found = state?.kind === 'ready' && subject !== undefined ? { ...state, subject } : state
  const line = found === undefined ? undefined : stateLine(found)
  return `${lineText(key)}${trust}: ${line ?? 'it starts'}`
}

const widestName = 40

function showSubject({ tools, standing }: Subject, screen: Screen): void {
  const width = Math.min(widestName, Math.max(0, ...[...tools.keys()].map((name) => columnsOf(lineText(name)))))
  for (const [name, { risk }] of tools)
    screen.note(risk.tier, { first: `  ${lineText(name).padEnd(width)}  `, tone: 'plain' })
  if (standing.kind !== 'pinned') return
  for (const each of standing.differences) screen.note(lineText(tellDifference(each)), { first: '  changed: ' })
}
