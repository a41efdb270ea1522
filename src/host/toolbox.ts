import type { UnknownObject } from '../tool/index.ts'
import type { Connections } from './connections.ts'
import type { Keep } from './convert/keep.ts'
import type { ModelTools } from './convert/model-tools.ts'
import { convertResult } from './convert/result.ts'
import type { ConvertResultOptions } from './convert/result.ts'
import { convertTools } from './convert/tools.ts'
import { deny } from './decide.ts'
import type { Call, Denial, Settled } from './decide.ts'
import { dispatch } from './dispatch.ts'
import type { Gate } from './gate.ts'
import { offeredTools } from './gateway/offer.ts'
import { resultOf } from './gateway/outcome.ts'
import { questionIn } from './gateway/passed-question.ts'
import type { Form } from './gateway/passed-question.ts'
import { createReading } from './gateway/reading.ts'
import { createLine } from './loop/line.ts'
import type { Line } from './loop/line.ts'
import type { Model } from './loop/model.ts'
import type { Decide, DecideContext, Decided, Execute, ExecuteContext, Executed, PlacedCall } from './loop/ports.ts'
import { aborted } from './loop/until-aborted.ts'
import type { Permit } from './permit.ts'
import type { Said } from './prompt/ask.ts'
import { nameText } from './prompt/escape.ts'
import type { Outcome } from './raw-call.ts'
import type { Approver, Request } from './request.ts'
import { reconsidered, settle } from './settle.ts'
import { readKept } from './shelf-reading.ts'
import type { Shelves } from './shelf-reading.ts'
import { admitHost, hostKey, readerName, readHandle, readingCall } from './shelf-tools.ts'
import { createShelf } from './shelf.ts'
import type { Shelf } from './shelf.ts'
import type { Subject } from './subject.ts'

export interface ToolboxOptions {
  readonly gate: Gate
  readonly connections: Pick<Connections, 'run' | 'read'>
  readonly model: Pick<Model, 'profile' | 'isStrict'>
  readonly approve: Approve
  /** Puts to a person what a server asks in the middle of a call. Default: all of it is declined. */
  readonly onQuestion?: AnswerQuestion
  /** Hears of a question that is declined without being put to anybody: it wants what looks like a secret, or is no form. */
  readonly onDecline?: (from: { readonly server: string; readonly tool: string }) => void
  /** How results are given to the model, as `convertResult` takes it. */
  readonly results?: Pick<ConvertResultOptions, 'show' | 'budget'>
  /** Where results keep what a model does not get as it is. Default: one of its own. */
  readonly shelf?: Shelf
  readonly newId: () => string
}

/**
 * Asks a person about a call. A text says, to the model, why nobody can be asked. `reconsider` gives the request with
 * other arguments, or what is wrong with them. People are asked one thing at a time. `always` lets the call run; its rule
 * is for this port to keep.
 */
export type Approve = (
  request: Request,
  how: { readonly signal: AbortSignal; readonly reconsider: (args: UnknownObject) => Request | string },
) => Promise<{ readonly said: Said; readonly approver: Approver } | string>

/** Gives the result of an elicitation: `{ action, content }`. */
export type AnswerQuestion = (
  form: Form,
  how: { readonly server: string; readonly tool: string; readonly signal: AbortSignal },
) => Promise<UnknownObject>

/** The tools of gated servers, and of the host itself, as a loop takes them. */
export interface Toolbox {
  readonly tools: () => ModelTools
  readonly decide: Decide<Permit>
  readonly execute: Execute<Permit>
}

/**
 * The tools of all servers that a gate knows, as a model takes them, and the way through the gate to each; beside them
 * `host/read_handle`, by which a model reads what results left out or linked. Throws where a server is called `host`.
 */
export async function createToolbox(options: ToolboxOptions): Promise<Toolbox> {
  const { gate, shelf = createShelf() } = options
  const identity = await admitHost(gate, options.newId)
  const box: Box = {
    ...options,
    shelf,
    reading: createReading(options),
    identity,
    deciding: new Map(),
    asking: createLine(),
  }
  return {
    tools: toolsOf(box),
    decide: (call, context) => decide(box, { call: gateCall(box, call, context), context }),
    execute: (permit, context) => execute(box, permit, context),
  }
}

interface Box extends Omit<ToolboxOptions, 'shelf'>, Shelves {
  /** Tells this program from a server of its name. */
  readonly identity: string
  /** By server: equal calls are decided one after the other, and no server holds up another. */
  readonly deciding: Map<string, Line>
  /** People are asked in it. */
  readonly asking: Line
}

/** Converted anew where a server has come to offer something else, and only then. */
function toolsOf(box: Box): () => ModelTools {
  let known: readonly Subject[] = []
  let tools = convert(box)
  return () => {
    const subjects = [...box.gate.subjects.values()]
    if (subjects.length !== known.length || subjects.some((subject, at) => subject !== known[at])) tools = convert(box)
    known = subjects
    return tools
  }
}

function convert(box: Box): ModelTools {
  const { profile, isStrict = false } = box.model
  const sources = offeredTools(box.gate.subjects)
    .filter(({ place }) => !isOwn(box, place.server) || place.tool === readHandle.name)
    .map(({ place, ...definition }) => {
      const { server, tool: name } = place
      return { server, name, definition, isNeeded: isOwn(box, server) }
    })
  return convertTools(sources, { profile, isStrict })
}

function isOwn({ gate, identity }: Box, server: string): boolean {
  return server === hostKey && gate.subjects.get(server)?.facts.identity.digest === identity
}

function gateCall(box: Box, { place, arguments: args }: PlacedCall, { batch }: DecideContext): Call {
  if (!isOwn(box, place.server)) return { ...place, arguments: args, batch }
  return { server: place.server, ...readingCall(args, box.shelf.find(String(args['handle']))), batch }
}

interface Deciding {
  readonly call: Call
  readonly context: DecideContext
}

/** What a person must be asked waits in line; what is allowed at once does not. */
async function decide(box: Box, { call, context }: Deciding): Promise<Decided<Permit>> {
  const { gate, deciding, asking } = box
  const { signal } = context
  const line = deciding.get(call.server) ?? createLine()
  deciding.set(call.server, line)
  const verdict = await line(signal, () => gate.decide(call))
  if (verdict === aborted) return cancelled(call)
  // So many are open at once; those in front of it in the line will not be by then.
  const isCrowded = verdict.kind === 'deny' && verdict.code === 'too-many'
  if (verdict.kind !== 'ask' && !isCrowded) return asDecided(verdict)
  try {
    const settled = await asking(signal, () => ask(box, { call, context }))
    return settled === aborted ? cancelled(call) : asDecided(settled)
  } finally {
    // What has an answer keeps it.
    if (verdict.kind === 'ask') await gate.withdraw(verdict.request.id)
  }
}

/** Decided anew: meanwhile an equal call may have been answered, or the time of the request be over. */
async function ask({ gate, approve, newId }: Box, { call, context }: Deciding): Promise<Settled> {
  const { signal, onAsk } = context
  const verdict = await gate.decide(call)
  if (verdict.kind !== 'ask') return verdict
  const { request } = verdict
  onAsk(request)
  try {
    const asked = await approve(request, { signal, reconsider: (args) => reconsidered(gate, request, args) })
    if (signal.aborted) return cancelled(call)
    if (typeof asked !== 'string') return await settle(gate, request, { ...asked, nonce: newId() })
    return deny('answer', `${call.tool} was not run: ${asked}`)
  } finally {
    await gate.withdraw(request.id)
  }
}

function cancelled({ tool }: Call): Denial {
  return deny('answer', `${tool} was not run: it was cancelled before.`)
}

function asDecided(settled: Settled): Decided<Permit> {
  return settled.kind === 'allow' ? { kind: 'allow', leave: settled.permit } : settled
}

async function execute(box: Box, permit: Permit, context: ExecuteContext): Promise<Executed> {
  const { profile } = box.model
  const isReading = permit.identity === box.identity
  const outcome = isReading ? await read(box, permit, context) : await run(box, permit, context)
  const result = resultOf(outcome, nameText(permit.tool.name), (uri) => uri)
  const isPart = isReading && permit.tool.name === readHandle.name
  const keep = isPart ? undefined : keepFor(box, permit)
  // A part is never cut once more: what is cut of it could be read by no handle.
  const how = isPart ? {} : box.results
  return { result, answer: convertResult(result, { ...how, profile, ...(keep && { keep, reader: readerName }) }) }
}

/** For the server that a result is from; undefined where nobody could read what is kept. */
function keepFor(box: Box, { server, arguments: args }: Permit): Keep | undefined {
  if (!isOwn(box, hostKey)) return undefined
  return box.shelf.keeping(isOwn(box, server) ? String(args['server']) : server)
}

async function read(box: Box, permit: Permit, { signal }: ExecuteContext): Promise<Outcome | Denial> {
  const own = async (_: unknown, args: UnknownObject): Promise<Outcome> =>
    signal.aborted
      ? { kind: 'unsent', reason: 'It was cancelled before.' }
      : { kind: 'result', result: await readKept(args, box) }
  return await dispatch({ gate: box.gate, own }, permit)
}

async function run(box: Box, permit: Permit, { signal, onProgress, pause }: ExecuteContext): Promise<Outcome | Denial> {
  // Servers may answer a call and leave a question open: nobody waits for what is said to that.
  const over = new AbortController()
  const asking = AbortSignal.any([signal, over.signal])
  try {
    return await box.connections.run(permit, {
      signal,
      onProgress,
      async onAsk(question) {
        const resume = pause()
        try {
          return await answerQuestion(box, { permit, question, signal: asking })
        } catch {
          return { action: 'cancel' }
        } finally {
          resume()
        }
      },
    })
  } finally {
    over.abort()
  }
}

interface Questioned {
  readonly permit: Permit
  readonly question: UnknownObject
  readonly signal: AbortSignal
}

/** A server that nobody vouches for asks nobody anything. */
async function answerQuestion(box: Box, { permit, question, signal }: Questioned): Promise<UnknownObject> {
  const { gate, asking, onQuestion, onDecline } = box
  const { server, tool } = permit
  const form = questionIn(permit, question)
  const isTrusted = gate.subjects.get(server)?.facts.trust !== 'untrusted'
  if (onQuestion === undefined || form === undefined || !isTrusted) {
    onDecline?.({ server, tool: tool.name })
    return { action: 'decline' }
  }
  const given = await asking(signal, () => onQuestion(form, { server, tool: tool.name, signal }))
  return given === aborted ? { action: 'cancel' } : given
}
