import { isObject, redactCredentials } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { isModelError, ModelError } from '../loop/model.ts'
import { lineText } from '../prompt/escape.ts'

/** Where the key of a provider is. */
export interface KeyPlace {
  /** Of the environment variable. */
  readonly name: string
  readonly value?: string
}

export interface FailureContext {
  /** Of the model. */
  readonly id: string
  readonly key?: KeyPlace
  /** Whether an answer had begun. */
  readonly hasBegun: boolean
}

/** What went wrong with a model, in one short line that holds no key and nothing of the request. */
export function modelError(error: unknown, context: FailureContext): ModelError {
  if (isModelError(error)) return error
  const failure = readFailure(error)
  const { status, waitMs } = failure
  return new ModelError(sentence(failure, context), {
    isPassing: isPassing(failure, context),
    ...(status !== undefined && { status }),
    ...(waitMs !== undefined && { waitMs }),
    ...(isDiscreet(error, context.key) && { cause: error }),
  })
}

/** What holds the request or the key is not handed on: it would be printed and kept with the error. */
function isDiscreet(error: unknown, key: KeyPlace | undefined): boolean {
  if (isObject(error) && 'requestBodyValues' in error) return false
  const text = toldBy(error)
  return text.length <= longestCause && redactCredentials(text, redactionOf(key)) === text
}

/** In characters. */
const longestCause = 100_000
const deepestCause = 5

/** All that is printed of an error. */
function toldBy(error: unknown): string {
  let text = ''
  for (let at = error, depth = 0; at !== undefined && depth < deepestCause; depth += 1) {
    const { stack, message, cause }: UnknownObject = isObject(at) ? at : {}
    text += `${String(stack)} ${String(message)} ${shown(at)}`
    at = cause
  }
  return text
}

function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

function redactionOf(key: KeyPlace | undefined): Parameters<typeof redactCredentials>[1] {
  return { secrets: key?.value === undefined ? [] : [key.value], sent: [] }
}

const longest = 300
/** Of HTTP: a time-out, a conflict, too many requests; all from 500 on besides. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429])
/** Errors of the AI SDK about what it cannot read. Their messages hold it. */
const unreadable: ReadonlySet<string> = new Set(['AI_TypeValidationError', 'AI_JSONParseError'])
const networkCodes = /^(?:ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w+)$/

interface Failure {
  readonly name: string
  readonly message: string
  readonly status: number | undefined
  /** The provider's words for what it is: `overloaded_error`, `insufficient_quota`. */
  readonly words: string
  readonly isNetwork: boolean
  readonly waitMs: number | undefined
}

function readFailure(error: unknown): Failure {
  const object = isObject(error) ? error : { message: String(error) }
  const detail = detailOf(object)
  const { name, message, statusCode } = object
  return {
    name: typeof name === 'string' ? name : '',
    message: [message, detail['message']].find((text) => typeof text === 'string' && text !== '')?.toString() ?? '',
    status: typeof statusCode === 'number' && statusCode >= 300 ? statusCode : undefined,
    words: [detail['type'], detail['code'], detail['status'], object['type'], object['code']].filter(isText).join(' '),
    isNetwork: isNetwork(object),
    waitMs: waitOf(object['responseHeaders']),
  }
}

/** The error in a provider's answer. */
function detailOf({ data, error }: UnknownObject): UnknownObject {
  const inner = isObject(data) ? (data['error'] ?? data) : error
  return isObject(inner) ? inner : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNetwork(error: UnknownObject): boolean {
  for (let at: unknown = error, depth = 0; isObject(at) && depth < 5; at = at['cause'], depth += 1) {
    if (isText(at['code']) && networkCodes.test(at['code'])) return true
    if (at['message'] === 'terminated' || at['message'] === 'fetch failed') return true
  }
  return error['statusCode'] === undefined && error['isRetryable'] === true
}

/** What an answer breaks off for passes: the request was taken. */
function isPassing({ name, status, words, isNetwork: isCut }: Failure, { hasBegun }: FailureContext): boolean {
  if (/insufficient_quota|billing/.test(words)) return false
  if (status !== undefined) return passing.has(status) || status >= 500
  return isCut || (hasBegun && !unreadable.has(name))
}

/** A time is compared with the provider's own clock. */
function waitOf(headers: unknown): number | undefined {
  if (!isObject(headers)) return undefined
  const header = (wanted: string): string | undefined =>
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() === wanted)
      .map(([, value]) => value)
      .find(isText)
  const after = header('retry-after') ?? ''
  const ms = [
    Number.parseFloat(header('retry-after-ms') ?? ''),
    /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(header('date') ?? ''),
  ]
  return ms.find((wait) => Number.isFinite(wait) && wait >= 0)
}

function sentence(failure: Failure, context: FailureContext): string {
  const { status, name } = failure
  const id = lineText(context.id)
  const reason = reasonOf(failure, context)
  const because = reason === '' ? '.' : `: ${reason}`
  if (name === 'AI_LoadAPIKeyError' || status === 401) return `${id} ${keySentence(context.key, because)}`
  if (status !== undefined && status < 400)
    return `${id} is somewhere else (${status}). Set the base URL to where it is.`
  if (status === 404) return `${id} answered 404${because} Check the name of the model and the base URL.`
  if (status !== undefined) return `${id} answered ${status}${because}`
  if (context.hasBegun) return `The answer of ${id} broke off${because}`
  return `${id} could not be ${failure.isNetwork ? 'reached' : 'asked'}${because}`
}

function keySentence(key: KeyPlace | undefined, because: string): string {
  if (key === undefined) return `wants another key${because}`
  return key.value === undefined ? `wants a key: set ${key.name}.` : `did not accept the key in ${key.name}${because}`
}

function reasonOf({ name, message, isNetwork: isCut }: Failure, { key, hasBegun }: FailureContext): string {
  if (isCut && hasBegun) return 'The connection was cut.'
  if (unreadable.has(name) || message === 'Failed to process successful response') return 'What came is no answer.'
  const text = lineText(redactCredentials(message.trim().slice(0, longestCause), redactionOf(key)))
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text
  return short === '' || /[.!?…]$/.test(short) ? short : `${short}.`
}
