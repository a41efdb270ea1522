import { randomUUID } from 'node:crypto'
import { createShelf, createToolbox, lineText } from '../../host/index.ts'
import type { LoopEvent, Model, ModelCall, Toolbox, ToolPlace } from '../../host/index.ts'
import type { Io } from '../command.ts'
import type { ServersConfig } from '../gate/config.ts'
import type { Hosting } from '../gate/hosting.ts'
import { acceptConfig } from '../gate/review-servers.ts'
import { openGateState } from '../gate-state.ts'
import type { GateState } from '../gate-state.ts'
import { openTerminal } from '../review/terminal.ts'
import { keepAnswered } from './answered.ts'
import type { Answered } from './answered.ts'
import { approvalHere, requireFit } from './approval.ts'
import { answerAtTerminal, approveAtTerminal, approveNothing } from './approving.ts'
import type { TerminalPlace } from './at-terminal.ts'
import { createConversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { outletHere, pathText, readStdin } from './here.ts'
import { instructionsFor } from './instructions.ts'
import { openKeeping } from './keeping.ts'
import type { Keeping } from './keeping.ts'
import { openChosenModel } from './model.ts'
import { drawingFor } from './pictures.ts'
import { filesBeside } from './saved-files.ts'
import { createScreen } from './screen.ts'
import type { Screen } from './screen.ts'
import { openSeat } from './seat.ts'
import { reviewInPlace, startServers } from './servers.ts'
import type { Approval, ChatSettings } from './settings.ts'
import { talk } from './talk.ts'
import { findTargets } from './targets.ts'
import type { Targets } from './targets.ts'
import { createTeller, jsonTeller } from './teller.ts'
import { showSetAside } from './tools-view.ts'

/** Holds a conversation. Gives the exit code: 0 answered, or left; 1 it ended otherwise. */
export async function runChat(settings: ChatSettings, io: Io): Promise<number> {
  const isTalk = settings.prompt === undefined && process.stdin.isTTY
  requireFit(settings, isTalk)
  const approval = approvalHere(settings, io)
  const screen = createScreen(outletHere(io))
  const model = await openChosenModel(settings, io, screen)
  const prompt = isTalk ? undefined : (settings.prompt ?? (await readStdin()))
  const state = await openGateState(io)
  try {
    const keeping = await openKeeping(settings, { model, screen, io, stateFolder: state.folder.path })
    return await hold({ settings, io, prompt, approval, model, screen, state, keeping })
  } finally {
    await state.store.close()
  }
}

/** What a conversation is made of before its servers are there. */
interface Plan {
  readonly settings: ChatSettings
  readonly io: Io
  /** Undefined: a person talks. */
  readonly prompt: string | undefined
  readonly approval: Approval
  readonly model: Model
  readonly screen: Screen
  readonly state: GateState
  readonly keeping: Keeping
}

/** What it is made of once they are. */
interface Held extends Plan {
  readonly targets: Targets
  readonly hosting: Hosting
  /** Of calls and requests of this conversation. */
  readonly ids: Set<string>
  readonly results: Answered[]
}

async function hold(plan: Plan): Promise<number> {
  const { settings, io, prompt, approval, screen, state, keeping } = plan
  const mayReview = prompt === undefined && approval === 'ask'
  const review = mayReview ? () => reviewConfig(settings.config, plan) : undefined
  const targets = await findTargets(settings, { state, io, review })
  if (targets === undefined) return 1
  tellConfig(targets.config, screen)
  const ids = new Set<string>()
  const newId = (): string => {
    const id = randomUUID()
    ids.add(id)
    return id
  }
  const hosting = await startServers(targets, { io, state, screen, approval, newId })
  const held = { ...plan, targets, hosting, ids, results: [] }
  try {
    if (mayReview) await reviewInPlace(hosting, { screen, io })
    if (io.signal.aborted) return 1
    return prompt === undefined ? await holdTalk(held) : await holdTurn(held, prompt)
  } finally {
    screen.wait(undefined)
    await hosting.close()
    if (keeping.hasKept())
      screen.note(lineText(`Kept in ${pathText(keeping.path, io)} (--continue goes on from there).`))
  }
}

async function reviewConfig(named: string | undefined, { io, state }: Plan): Promise<ServersConfig | undefined> {
  const terminal = openTerminal(io.signal)
  try {
    return terminal === undefined ? undefined : await acceptConfig(named, { state, terminal, io })
  } finally {
    terminal?.close()
  }
}

function tellConfig(config: ServersConfig | undefined, screen: Screen): void {
  if (config === undefined || config.isUsers) return
  const path = lineText(config.path)
  screen.note(
    `${path} is not in your state folder and nobody has accepted it: nothing in it is started. Look at it once: verbnoun gate review --config ${path}`,
    { tone: 'yellow' },
  )
}

async function holdTurn(held: Held, prompt: string): Promise<number> {
  const { io, screen } = held
  const stopping = new AbortController()
  const toolbox = await toolboxOf(held, { seat: undefined, onInterrupt: () => stopping.abort() })
  showSetAside(toolbox, screen)
  const { say } = conversationOf(held, toolbox)
  const { reason } = await say(prompt, AbortSignal.any([io.signal, stopping.signal]))
  return reason === 'answered' ? 0 : 1
}

async function holdTalk(held: Held): Promise<number> {
  const { io, targets, hosting, screen, keeping, ids, results } = held
  const { gate, connections, audit } = hosting
  const head = await audit.head()
  const seat = openSeat({
    input: process.stdin,
    output: process.stdout,
    signal: io.signal,
    hasMarks: io.env['TERM'] !== 'dumb',
  })
  try {
    const toolbox = await toolboxOf(held, { seat, onInterrupt: seat.interrupt })
    tellStart(held, toolbox)
    const slash = {
      screen,
      cwd: io.cwd,
      results,
      entries: targets.entries,
      gate,
      connections,
      toolbox,
      audit,
      isOurs: (call: string) => ids.has(call),
      recordFrom: head?.number ?? 0,
      kept: () => (keeping.hasKept() ? keeping.path : undefined),
    }
    await talk({ conversation: conversationOf(held, toolbox), seat, screen, slash, signal: io.signal })
    return 0
  } finally {
    seat.close()
  }
}

function tellStart({ model, targets, hosting, screen, approval, keeping }: Held, toolbox: Toolbox): void {
  const { tools, setAside } = toolbox.tools()
  // One is this program's own: it reads what results left out.
  const count = Math.max(0, tools.length - 1)
  const keys = targets.entries.map(({ key }) => key).filter((key) => hosting.gate.subjects.has(key))
  const offer = keys.length === 0 ? 'no tools yet' : `${counted(count, 'tool')} of ${keys.map(lineText).join(', ')}`
  const asked = approval === 'ask' ? '' : ' Nobody is asked: what would need a person is denied.'
  screen.note(`${lineText(model.id)} with ${offer}.${asked} /help says more.`)
  if (setAside.length > 0) screen.note(`${counted(setAside.length, 'tool')} set aside for this model: /tools says why.`)
  if (keeping.messages.length > 0) screen.note(`It goes on behind ${counted(keeping.messages.length, 'message')}.`)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

async function toolboxOf(
  { approval, io, state, screen, hosting, model, keeping }: Held,
  keyboard: Pick<TerminalPlace, 'seat' | 'onInterrupt'>,
): Promise<Toolbox> {
  const { gate, connections } = hosting
  const onDecline = ({ server, tool }: ToolPlace): void =>
    screen.note(lineText(`${server} > ${tool} asked something that is not put to you here: it was declined.`))
  const shelf = createShelf({ after: keeping.messages })
  const common = { gate, connections, model, shelf, newId: randomUUID, onDecline }
  if (approval !== 'ask') return await createToolbox({ ...common, approve: approveNothing })
  const place = { io, screen, ...keyboard }
  const approve = approveAtTerminal({ ...place, state, hosting })
  return await createToolbox({ ...common, approve, onQuestion: answerAtTerminal(place) })
}

function conversationOf(held: Held, toolbox: Toolbox): Conversation {
  const { settings, io, model, screen, keeping, ids, results } = held
  const { messages, keep, path } = keeping
  const placeOf = (call: ModelCall): ToolPlace | undefined => {
    const read = toolbox.tools().read(call.name, call.arguments)
    return read.kind === 'call' ? read.place : undefined
  }
  const show = settings.isJson
    ? jsonTeller(io.out)
    : createTeller({
        screen,
        model: model.id,
        placeOf,
        sourceOf: (server) => sourceOf(server, held),
        now,
        draw: process.stdout.isTTY ? drawingFor(io.env) : undefined,
        save: filesBeside(path),
        pathText: (saved) => pathText(saved, io),
      })
  const tell = (event: LoopEvent): void => {
    // A call that is wanted again joins the request that is open, whoever made it.
    if (event.kind === 'call-asked') ids.add(event.request.id)
    if (event.kind === 'call-ended') {
      const { call, result } = event
      keepAnswered(results, { call, result, place: placeOf(call) })
    }
    show(event)
  }
  const instructions = (): string => instructionsFor(held.hosting.gate)
  return createConversation({ model, toolbox, instructions, messages, mostSteps: settings.mostSteps, keep, tell, now })
}

function sourceOf(server: string, { targets, io }: Held): string | undefined {
  const place = targets.entries.find(({ key }) => key === server)?.place
  return place !== undefined && 'source' in place ? pathText(place.source, io) : undefined
}

function now(): number {
  return performance.now()
}
