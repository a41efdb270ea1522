import { canonicalJson, failedResult, isObject } from '../../tool/index.ts'
import type { ToolResult, UnknownObject } from '../../tool/index.ts'
import type { Connections } from '../connections.ts'
import type { Verdict } from '../decide.ts'
import type { Gate } from '../gate.ts'
import type { EarlierCall } from '../prompt/facts.ts'
import { lineText, nameText } from '../prompt/escape.ts'
import type { Permit } from '../permit.ts'
import type { Request } from '../request.ts'
import { approve } from './approve.ts'
import type { Caller, Reply, Returned } from './caller.ts'
import type { ToolPlace } from '../names.ts'
import { offeredResource, offeredTools } from './offer.ts'
import type { OfferedTool } from './offer.ts'
import { resultOf } from './outcome.ts'
import { questionIn } from './passed-question.ts'
import { createReading } from './reading.ts'
import type { Read } from './reading.ts'
import { converse } from './talk.ts'
import type { Conversation, Talk } from './talk.ts'

export interface GatewayOptions {
  readonly gate: Gate
  readonly connections: Pick<Connections, 'run' | 'resources' | 'read'>
  readonly now: () => number
  readonly newId: () => string
  /** A time as the person's clocks show it: `14:37`. */
  readonly clock: (time: number) => string
  /** How long a host waits for a person before it is told to come again, in milliseconds. Default: 45 seconds. */
  readonly wallMs?: number
  /** How long a yes, or a result that nobody has got, is kept for the same call, in milliseconds. Default: five minutes. */
  readonly keptMs?: number
}

/** What a host offers of a server. */
export interface OfferedResources {
  readonly resources: readonly UnknownObject[]
  readonly templates: readonly UnknownObject[]
}

/** Many servers as one, behind a gate. A port: whoever speaks a protocol with hosts joins it to one. */
export interface Gateway {
  /** What can be called, with hints that say how bad we take it to be. */
  tools(): readonly OfferedTool[]
  resources(): Promise<OfferedResources>
  /** Undefined: there is no tool of this name. */
  call(call: WantedCall, caller: Caller): Promise<Reply> | undefined
  /** Reads a resource that was listed, or that a result has linked. */
  read(uri: string): Promise<Read>
}

export interface WantedCall {
  readonly name: string
  readonly arguments: unknown
  /** What the host comes back with that was told to ask its person. */
  readonly returned?: Returned | undefined
}

interface State extends GatewayOptions {
  readonly wallMs: number
  readonly keptMs: number
  /** What is under way for a call of this place with these arguments. */
  readonly byKey: Map<string, Conversation>
  readonly byId: Map<string, { readonly key: string; readonly conversation: Conversation }>
  /** Decisions on equal calls are made one after the other. */
  readonly turns: Map<string, Promise<unknown>>
  /** What was allowed last, by tool. */
  readonly earlier: Map<string, EarlierCall>
  /** Requests whose question was sent away once. */
  readonly dismissed: Set<string>
  readonly uriOf: (server: string, uri: string) => string
}

const defaultWall = 45_000
const defaultKept = 300_000

export function createGateway(options: GatewayOptions): Gateway {
  const { gate, connections } = options
  const reading = createReading(options)
  const state: State = {
    ...options,
    wallMs: options.wallMs ?? defaultWall,
    keptMs: options.keptMs ?? defaultKept,
    byKey: new Map(),
    byId: new Map(),
    turns: new Map(),
    earlier: new Map(),
    dismissed: new Set(),
    uriOf: reading.link,
  }
  let offered: ReadonlyMap<string, OfferedTool> = new Map()
  const tools = (): readonly OfferedTool[] => {
    offered = new Map(offeredTools(gate.subjects).map((tool) => [tool.name, tool]))
    return [...offered.values()]
  }
  return {
    tools,
    async resources() {
      const known = [...gate.subjects.values()].filter(({ standing }) => standing.kind !== 'unreviewed')
      const listed = await Promise.all(
        known.map(async ({ facts: { key } }) =>
          (await connections.resources(key)).map((item) => {
            reading.list(key, item.uri)
            return offeredResource(key, item, item.uri)
          }),
        ),
      )
      const templates = known.flatMap(({ facts: { key }, offer }) =>
        Object.values(offer.resourceTemplates).flatMap((item) =>
          typeof item['uriTemplate'] === 'string' ? [offeredResource(key, item, item['uriTemplate'])] : [],
        ),
      )
      return { resources: listed.flat(), templates }
    },
    call(call, caller) {
      const place = offered.get(call.name)?.place ?? tools().find(({ name }) => name === call.name)?.place
      return place && callPlaced(state, { place, call }, caller)
    },
    read: reading.read,
  }
}

interface Placed {
  readonly place: ToolPlace
  readonly call: WantedCall
}

async function callPlaced(state: State, { place, call }: Placed, caller: Caller): Promise<Reply> {
  const { server, tool } = place
  const key = keyOf(place, call.arguments)
  if (call.returned !== undefined) return await comeBack(state, { key, returned: call.returned }, caller)
  const found = state.byKey.get(key)
  if (found !== undefined) return await joined(found, caller)
  const verdict = await inTurn(state, key, () => state.gate.decide({ server, tool, arguments: call.arguments ?? {} }))
  if (verdict.kind === 'deny') return { kind: 'result', result: failedResult(verdict.reason) }
  const meanwhile = verdict.kind === 'ask' ? state.byKey.get(key) : undefined
  return await joined(meanwhile ?? begin(state, { key, place, verdict }, caller), caller)
}

async function joined(conversation: Conversation, caller: Caller): Promise<Reply> {
  return await conversation.join(caller)
}

/** What cannot be written down is refused by the gate, and joins nothing. */
function keyOf({ server, tool }: ToolPlace, args: unknown): string {
  try {
    return canonicalJson([server, tool, args ?? {}])
  } catch {
    return ''
  }
}

async function inTurn<Value>({ turns }: State, key: string, run: () => Promise<Value>): Promise<Value> {
  const before = turns.get(key)
  const turn = before === undefined ? run() : before.then(run, run)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}

async function comeBack(
  { byId }: State,
  { key, returned }: { readonly key: string; readonly returned: Returned },
  caller: Caller,
): Promise<Reply> {
  const held = byId.get(returned.state.split(':')[0] ?? '')
  if (held === undefined || held.key !== key)
    return {
      kind: 'result',
      result: failedResult('It was not run: the answer came too late, or is to another call. Call it again.'),
    }
  held.conversation.hear(returned.state, returned.answer)
  return await held.conversation.join(caller)
}

interface Beginning {
  readonly key: string
  readonly place: ToolPlace
  readonly verdict: Exclude<Verdict, { readonly kind: 'deny' }>
}

/** Equal calls join one that waits for a person. Those that a rule allows run each for itself. */
function begin(state: State, { key, place, verdict }: Beginning, { name: client }: Caller): Conversation {
  const { byKey, byId, keptMs, newId, wallMs, now } = state
  let hasRun = false
  const conversation: Conversation = converse({
    id: newId(),
    wallMs,
    now,
    async run(talk) {
      const permit =
        verdict.kind === 'allow' ? verdict.permit : await permitFor(state, { request: verdict.request, client }, talk)
      if (!('id' in permit)) return permit
      if (!(await talk.somebody(keptMs))) return failedResult(`${place.tool} was not run: nobody came for it in time.`)
      hasRun = true
      return await runTool(state, { place, permit }, talk)
    },
    onState(what) {
      if (what === 'parked') hold()
      else release()
    },
  })
  if (verdict.kind === 'ask') byKey.set(key, conversation)
  return conversation

  function hold(): void {
    byKey.set(key, conversation)
    byId.set(conversation.id, { key, conversation })
  }
  function release(): void {
    // What was done while nobody waited is for the next call that is the same, which must not do it again.
    if (hasRun && !conversation.isAwaited()) setTimeout(forget, keptMs).unref()
    else forget()
    if (byId.has(conversation.id)) setTimeout(() => byId.delete(conversation.id), keptMs).unref()
  }
  function forget(): void {
    if (byKey.get(key) === conversation) byKey.delete(key)
  }
}

interface Asking {
  readonly request: Request
  readonly client: string
}

async function permitFor(state: State, { request, client }: Asking, talk: Talk): Promise<Permit | ToolResult> {
  const { gate, now, newId, clock, earlier, dismissed } = state
  const { need, tool } = request
  if (need.assurance !== 'asserted')
    return failedResult(
      `${tool.name} was not run: the user's policy wants a yes to it that is ${need.assurance}, and a host can only say that a person agreed. Tell the user.`,
    )
  const isSecondTime = dismissed.has(request.id)
  const before = earlier.get(`${request.server.key}/${request.tool.name}`)
  const answered = await approve(request, talk, { gate, now, newId, clock, earlier: before, client, isSecondTime })
  if (answered.kind === 'dismissed') {
    dismissed.add(request.id)
    return failedResult(answered.text)
  }
  const { settled } = answered
  return settled.kind === 'allow' ? settled.permit : failedResult(settled.reason)
}

interface Running {
  readonly place: ToolPlace
  readonly permit: Permit
}

const longestQuestion = 600_000

async function runTool(state: State, { place, permit }: Running, talk: Talk): Promise<ToolResult> {
  const { connections, earlier, now, uriOf } = state
  const { server, tool } = place
  const outcome = await connections.run(permit, {
    signal: talk.signal,
    onProgress: talk.progress,
    onAsk: (question) => passOn(question, { place, permit }, talk),
  })
  if (outcome.kind === 'result') earlier.set(`${server}/${tool}`, { at: now(), arguments: permit.arguments })
  return resultOf(outcome, nameText(tool), (uri) => uriOf(server, uri))
}

async function passOn(question: UnknownObject, { place, permit }: Running, talk: Talk): Promise<UnknownObject> {
  const { server } = place
  const tool = nameText(place.tool)
  const form = questionIn(permit, question)
  if (form === undefined) return { action: 'decline' }
  const waiting = `${tool} has begun and waits for the user, whom its server "${lineText(server)}" asks something. Ask the user to answer, then repeat the identical call: it gets the result and does nothing again.`
  const unaskable = `${tool} was not finished: its server asks the user something, and this host cannot. Tell the user.`
  const heard = await talk.ask({ form, waiting, unaskable, openMs: longestQuestion })
  return isObject(heard?.answer) ? heard.answer : { action: 'cancel' }
}
