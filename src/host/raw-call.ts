import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client, ElicitResult, Tool } from '@modelcontextprotocol/client'
import { isObject } from '../tool/index.ts'
import type { ToolResult, UnknownObject } from '../tool/index.ts'
import type { ListedItem } from './pages.ts'

/** What became of a call. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** It was done, and its result cannot be used. It must not be done again for that. */
  | { readonly kind: 'unusable'; readonly result?: ToolResult; readonly reason: string }
  /** The server asks something before it goes on. */
  | { readonly kind: 'asked'; readonly request: UnknownObject }
  /** The server refused it with an error of the protocol. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }
  /** It did not leave. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** It left, and nobody knows whether it was done. */
  | { readonly kind: 'unknown'; readonly reason: string }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** In milliseconds. Default: five minutes. */
  readonly timeoutMs?: number
  /** Goes to the server beside the arguments. */
  readonly meta?: UnknownObject
  readonly onProgress?: (progress: Progress) => void
  /** Answers what the server asks in the middle of the call, as an elicitation is answered. Without it, it stays open. */
  readonly onAsk?: Answerer
}

/** Takes the parameters of an elicitation and gives its result. */
export type Answerer = (question: UnknownObject) => Promise<UnknownObject>

/** How far a call says that it is. */
export interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

export type RawCall = (tool: ListedItem, args: UnknownObject, options?: CallOptions) => Promise<Outcome>

/** In milliseconds. */
const defaultTimeout = 300_000

/**
 * Calls a tool by the definition that was accepted. With that definition the official client neither lists again and
 * sends twice when a header does not match, nor throws away what was done for a result that breaks its schema.
 */
export function rawCall(wire: Client): RawCall {
  return async (tool, args, options = {}) => {
    const onAsk = options.onAsk && withinReason(options.onAsk)
    const leave = onAsk === undefined ? undefined : answerOn(wire, onAsk)
    try {
      options.signal?.throwIfAborted()
      let said: UnknownObject = {}
      for (let round = 0; ; round += 1) {
        const outcome = readAnswer(await send(wire, { tool, args, said }, options))
        if (outcome.kind !== 'asked' || onAsk === undefined || round >= mostRounds) return outcome
        const responses = await answersTo(outcome.request, onAsk)
        if (responses === undefined) return outcome
        said = { inputResponses: responses, ...pickState(outcome.request) }
      }
    } catch (error) {
      return failed(error, options.signal)
    } finally {
      leave?.()
    }
  }
}

const mostRounds = 10
const mostQuestions = 20

/** Whoever has been asked so often in one call is asked no more. */
function withinReason(onAsk: Answerer): Answerer {
  let count = 0
  return async (question) => {
    count += 1
    return count > mostQuestions ? { action: 'cancel' } : await onAsk(question)
  }
}

interface Sending {
  readonly tool: ListedItem
  readonly args: UnknownObject
  /** What was answered, where it is sent again with that. */
  readonly said: UnknownObject
}

async function send(wire: Client, { tool, args, said }: Sending, options: CallOptions): Promise<unknown> {
  const { signal, timeoutMs = defaultTimeout, meta, onProgress } = options
  const params = { name: tool.name, arguments: { ...args }, ...(meta !== undefined && { _meta: { ...meta } }), ...said }
  return await wire.callTool(params, {
    toolDefinition: definitionFor(tool),
    timeout: timeoutMs,
    allowInputRequired: true,
    ...(signal !== undefined && { signal }),
    ...(onProgress !== undefined && { onprogress: onProgress, resetTimeoutOnProgress: true }),
  })
}

/** Undefined where something is asked that is no elicitation. */
async function answersTo({ inputRequests }: UnknownObject, onAsk: Answerer): Promise<UnknownObject | undefined> {
  const answers: [string, UnknownObject][] = []
  for (const [key, question] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
    if (!isObject(question) || question['method'] !== 'elicitation/create') return undefined
    answers.push([key, await onAsk(isObject(question['params']) ? question['params'] : {})])
  }
  return Object.fromEntries(answers)
}

function pickState({ requestState }: UnknownObject): UnknownObject {
  return requestState === undefined ? {} : { requestState }
}

const answerers = new WeakMap<Client, Answerer[]>()

/** Servers of older revisions do not say which call a question belongs to: the last one that was begun answers. */
function answerOn(wire: Client, onAsk: Answerer): () => void {
  const some = answerers.get(wire) ?? []
  answerers.set(wire, some)
  some.push(onAsk)
  return () => void some.splice(some.indexOf(onAsk), 1)
}

/** Lets whoever makes calls on a wire answer what its server asks in between. */
export function hearQuestions(wire: Client): void {
  wire.setRequestHandler('elicitation/create', async ({ params }) => {
    const answer = await answerers.get(wire)?.at(-1)?.({ ...params })
    return readElicited(answer ?? {})
  })
}

function readElicited({ action, content }: UnknownObject): ElicitResult {
  if (action !== 'accept') return { action: action === 'decline' ? 'decline' : 'cancel' }
  return { action, content: Object.fromEntries(Object.entries(isObject(content) ? content : {}).filter(isField)) }
}

type Field = string | number | boolean | string[]

function isField(entry: [string, unknown]): entry is [string, Field] {
  const [, value] = entry
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string')
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function definitionFor({ name, inputSchema }: ListedItem): Tool {
  return { name, inputSchema: { ...(isObject(inputSchema) ? inputSchema : {}), type: 'object' } }
}

function readAnswer(answer: unknown): Outcome {
  if (isObject(answer) && answer['resultType'] === 'input_required') return { kind: 'asked', request: answer }
  if (isResult(answer)) return { kind: 'result', result: answer }
  return { kind: 'unusable', reason: 'The answer is no tool result.' }
}

/** The official client has checked the items. */
function isResult(result: unknown): result is ToolResult {
  return isObject(result) && Array.isArray(result['content'])
}

const neverSent: ReadonlySet<string> = new Set([
  SdkErrorCode.NotConnected,
  SdkErrorCode.CapabilityNotSupported,
  SdkErrorCode.MethodNotSupportedByProtocolVersion,
])
const answeredBadly: ReadonlySet<string> = new Set([SdkErrorCode.InvalidResult, SdkErrorCode.UnsupportedResultType])

/** In characters: a server writes what it likes, and what is wrong with thousands of items is as long. */
const longestReason = 2000

function failed(error: unknown, signal: AbortSignal | undefined): Outcome {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, longestReason)
  if (error instanceof ProtocolError) return { kind: 'refused', code: error.code, reason }
  if (error instanceof SdkError && answeredBadly.has(error.code)) return { kind: 'unusable', reason }
  if (error instanceof SdkError && neverSent.has(error.code)) return { kind: 'unsent', reason }
  if (reason === 'Not connected' || reason === 'The server has ended.' || isUnreached(error))
    return { kind: 'unsent', reason }
  return { kind: 'unknown', reason: signal?.aborted === true ? 'It was cancelled on its way.' : reason }
}

const unreached: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** `fetch` says why in the cause of its error. */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  return ('code' in error && unreached.has(error.code)) || (cause !== error && isUnreached(cause))
}
