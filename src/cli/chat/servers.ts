import type { PolicyFile, ServerState } from '../../host/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import { hostServers } from '../gate/hosting.ts'
import type { Hosting } from '../gate/hosting.ts'
import { acceptServer } from '../gate/review-servers.ts'
import { stateLine } from '../gate/state-line.ts'
import type { GateState } from '../gate-state.ts'
import { openTerminal } from '../review/terminal.ts'
import type { Screen } from './screen.ts'
import type { Approval } from './settings.ts'
import type { Targets } from './targets.ts'

export interface StartOptions {
  readonly io: Io
  readonly state: GateState
  readonly screen: Screen
  readonly approval: Approval
  readonly newId: () => string
}

/** How long servers are waited for, in milliseconds. Those that come later have their tools in the list from then on. */
const startMs = 10_000

/** Starts the servers of a conversation behind the gate, and says of each that cannot be used why. */
export async function startServers({ entries }: Targets, options: StartOptions): Promise<Hosting> {
  const { io, state, screen, approval, newId } = options
  const news = createNews(screen)
  const stricter = approval === 'reads' ? { stricter: onlyReads } : {}
  const hosting = await hostServers(entries, state, {
    io,
    newId,
    onState: news.tell,
    ...stricter,
  })
  screen.wait('Servers start')
  await Promise.race([hosting.connections.ready(), elapsed(startMs), aborted(io.signal)])
  screen.wait(undefined)
  news.begin()
  const states = entries.map(({ key }) => hosting.connections.state(key)?.kind)
  if (states.some((kind) => kind === 'ready' || kind === 'starting')) return hosting
  await hosting.close()
  throw new UsageError('There is nothing to talk with: no server has started.')
}

interface News {
  readonly tell: (key: string, state: ServerState) => void
  /** From here on it is news as well that a server is there. */
  readonly begin: () => void
}

/** Says of each server once what keeps it from being used, and when that is over. */
function createNews(screen: Screen): News {
  const told = new Map<string, string | undefined>()
  let hasBegun = false
  return {
    tell(key, state) {
      if (state.kind === 'starting') return
      const isFirst = !told.has(key)
      const before = told.get(key)
      const line = troubleLine(state)
      told.set(key, line)
      if (line !== undefined && line !== before) screen.note(`${key}: ${line}`)
      if (line === undefined && before !== undefined) screen.note(`${key} is back.`)
      if (line === undefined && isFirst && hasBegun) screen.note(`${key}: ${stateLine(state)}`)
    },
    begin: () => void (hasBegun = true),
  }
}

/** Whoever has no say but to read has the policy say so: that is recorded like every other decision. */
const onlyReads: PolicyFile = {
  name: '--approve reads',
  source: 'project',
  text: `version: 1
rules:
- id: approve-reads
  deny: "*/*"
  tier: [write, destructive, destructive_open]
  tell: This conversation was started with --approve reads, in which only what reads runs.
`,
}

/** What keeps a server from being used as it should be. */
function troubleLine(state: ServerState): string | undefined {
  if (state.kind !== 'ready') return stateLine(state)
  const { standing } = state.subject
  const isFine = standing.kind === 'own' || (standing.kind === 'pinned' && standing.differences.length === 0)
  return isFine ? undefined : stateLine(state)
}

/** Shows the person at the terminal the servers that wait for one, and asks. */
export async function reviewInPlace(
  { gate }: Hosting,
  { screen, io }: Pick<StartOptions, 'screen' | 'io'>,
): Promise<void> {
  const waiting = [...gate.subjects.values()].filter(
    ({ standing }) => standing.kind === 'unreviewed' || (standing.kind === 'pinned' && standing.differences.length > 0),
  )
  if (waiting.length === 0) return
  await screen.hold(async () => {
    const terminal = openTerminal(io.signal)
    if (terminal === undefined) return
    try {
      for (const subject of waiting) await acceptServer(subject, { gate, terminal })
    } finally {
      terminal.close()
    }
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
