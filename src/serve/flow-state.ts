import { rpcCode, RpcError } from '../protocol/index.ts'
import { digest, isObject, type UnknownObject } from '../tool/index.ts'
import type { Core } from './core.ts'
import type { Exchange } from './exchange.ts'
import { fingerprint, type Question } from './question.ts'
import type { Ending, Replies, Reply } from './run.ts'

/** Where a conversation about one call stands: what was answered, and which round comes next. */
export interface FlowState {
  readonly flow: string
  readonly round: number
  readonly replies: Replies
  /** What steps gave that were done before. */
  readonly steps: ReadonlyMap<string, unknown>
  /** The last two texts that were asked. */
  readonly said: readonly string[]
}

/** How long a client may take to answer. */
const validMs = 3_600_000

/** A state that is longer stays here; the client carries a ticket for it. */
const travelLimit = 8192
const ticketMark = 'held/'

/** The state of a call that has just begun. It gets its name when it is sealed. */
export const newFlow: FlowState = { flow: '', round: 1, replies: new Map(), steps: new Map(), said: [] }

/** The state with these answers in it, one round later. */
export function nextRound(state: FlowState, given: Iterable<[string, Reply]>): FlowState {
  return { ...state, round: state.round + 1, replies: new Map([...state.replies, ...given]) }
}

/** The state with what is being asked, and with what has been done. */
export function asking(state: FlowState, { questions, replies, steps }: Extract<Ending, { kind: 'open' }>): FlowState {
  const texts = [...questions.values()].map(({ says }) => says)
  return { ...state, replies, steps, said: [...state.said, ...texts].slice(-2) }
}

/**
 * The state as the client carries it until it answers: sealed, and bound to this caller, request and definition.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export async function sealState(
  exchange: Exchange,
  state: FlowState,
  asks: { readonly questions: ReadonlyMap<string, Question>; readonly subject: unknown },
): Promise<string> {
  const { core } = exchange.asked
  const open = Object.fromEntries([...asks.questions].map(([key, question]) => [key, fingerprint(question)]))
  const expires = core.now() + validMs
  const bound = bindingOf(exchange, asks.subject)
  const { round, replies, said } = state
  const steps = Object.fromEntries(state.steps)
  const flow = state.flow || crypto.randomUUID()
  const text = JSON.stringify({ flow, round, said, expires, bound, open, steps, replies: Object.fromEntries(replies) })
  const sealed = await core.sealer.seal(text)
  if (sealed.length <= travelLimit) return sealed
  const ticket = `${ticketMark}${crypto.randomUUID()}`
  await core.ledger.write([
    { key: ticket, expect: undefined, version: crypto.randomUUID(), value: sealed, keepMs: validMs },
  ])
  return ticket
}

/** The state that a request brings back, with the client's answers in it. Each can be brought back once. */
export async function openState(exchange: Exchange, subject: unknown): Promise<FlowState> {
  const { core, params } = exchange.asked
  const { requestState, inputResponses = {} } = params
  if (!isObject(inputResponses)) throw refused('"inputResponses" is an object.')
  if (requestState === undefined) return newFlow
  if (typeof requestState !== 'string') throw refused('"requestState" is a string.')
  const carried = requestState.startsWith(ticketMark) ? await held(requestState, core) : requestState
  const sealed = carried === undefined ? undefined : parse(await core.sealer.open(carried))
  if (sealed === undefined || sealed.bound !== bindingOf(exchange, subject))
    throw refused('"requestState" is none that this server gave for this request.')
  if (sealed.expires <= core.now()) throw refused('"requestState" has expired.')
  const used = {
    key: `flow/${sealed.flow}:${sealed.round}`,
    expect: undefined,
    version: crypto.randomUUID(),
    value: '',
  }
  const { kind } = await core.ledger.write([{ ...used, keepMs: validMs }])
  if (kind === 'conflict') throw refused('"requestState" was used before.')
  const given = Object.entries(sealed.open).flatMap(([key, mark]): [string, Reply][] =>
    Object.hasOwn(inputResponses, key) ? [[key, { fingerprint: mark, answer: inputResponses[key] }]] : [],
  )
  const { flow, round, said } = sealed
  const steps = new Map(Object.entries(sealed.steps))
  return nextRound({ flow, round, said, steps, replies: new Map(Object.entries(sealed.replies)) }, given)
}

async function held(ticket: string, { ledger }: Core): Promise<string | undefined> {
  const { entries } = await ledger.read([ticket])
  return entries[0]?.value
}

/** As it was before it was sealed; nobody else can have written it. */
interface Sealed {
  readonly flow: string
  readonly round: number
  readonly said: readonly string[]
  readonly expires: number
  readonly bound: string
  /** The fingerprints of the open questions. */
  readonly open: Readonly<Record<string, string>>
  readonly replies: Readonly<Record<string, Reply>>
  readonly steps: UnknownObject
}

function parse(text: string | undefined): Sealed | undefined {
  return text === undefined ? undefined : JSON.parse(text)
}

/** Who asks for what: a state serves nobody else, and no other request. */
function bindingOf({ asked: { params, peer } }: Exchange, subject: unknown): string {
  const { name, uri, arguments: args } = params
  const definition = JSON.stringify(subject)
  return digest({ caller: peer.caller, name: name ?? null, uri: uri ?? null, args: args ?? null, definition })
}

function refused(says: string): RpcError {
  return new RpcError(rpcCode.invalidParams, `Invalid params: ${says}`)
}
