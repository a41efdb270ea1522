import { isObject } from '../tool/index.ts'
import { isRequestId, rpcCode, RpcError, type RequestId } from './json-rpc.ts'

/** A text that became a value, or the error to answer with, and to whom where that could be read. */
export type Parsed =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly id: RequestId | null; readonly error: RpcError }

/** How deep arrays and objects may nest in a message. */
export const depthLimit: number = 64

/** Parses the text of one message, or of one batch. */
export function parseMessage(text: string): Parsed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'refused', id: null, error: new RpcError(rpcCode.parseError, 'Parse error: this is not JSON.') }
  }
  if (!mayBeDeep(text) || depthOf(text) <= depthLimit) return { kind: 'value', value }
  const says = `Invalid request: it nests deeper than ${depthLimit} levels.`
  return { kind: 'refused', id: idOf(value), error: new RpcError(rpcCode.invalidRequest, says) }
}

/** A cheap upper bound: few messages hold as many brackets as the limit, so few need to be measured. */
function mayBeDeep(text: string): boolean {
  return text.length > 2 * depthLimit && count(text, '{') + count(text, '[') > depthLimit
}

function count(text: string, bracket: string): number {
  let found = 0
  for (let at = text.indexOf(bracket); at !== -1 && found <= depthLimit; at = text.indexOf(bracket, at + 1)) found += 1
  return found
}

function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, (depth += 1))
    else if (token === '}' || token === ']') depth -= 1
  }
  return deepest
}

function idOf(value: unknown): RequestId | null {
  const id = isObject(value) ? value['id'] : undefined
  return isRequestId(id) ? id : null
}
