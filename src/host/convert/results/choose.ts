import { canonicalJson, isObject, parseJson } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'

/** What `tools/call` answers, from whatever client. Nothing of it needs to be right. */
export interface AnyResult {
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly isError?: unknown
}

/** What of a result with both goes to the model. */
export type Show = 'content' | 'structured' | 'both'

/** What of a result a model is to see. */
export interface Chosen {
  readonly items: readonly UnknownObject[]
  /** The structure as JSON, where it is to be seen. */
  readonly structure: string | undefined
  /** Whether there was something that only the user is to see. */
  readonly isWithheld: boolean
}

/** Nothing that is for the user alone; and what is said twice, once. */
export function chooseContent({ content, structuredContent }: AnyResult, show: Show): Chosen {
  const all = Array.isArray(content) ? content.filter(isObject) : []
  const items = all.filter((item) => isForModel(item))
  const withheld = all.filter((item) => !isForModel(item))
  const json = jsonOf(structuredContent)
  // A structure has no audience of its own: it has that of the text that says the same.
  const isPrivate =
    withheld.some((item) => saysSame(item, structuredContent)) &&
    !items.some((item) => saysSame(item, structuredContent))
  const structure = isPrivate ? undefined : json
  const isWithheld = withheld.length > 0
  const isUsable = items.some((item) => item['type'] !== 'text' || textIn(item).trim() !== '')
  if (structure === undefined) return { items, structure, isWithheld }
  if (!isUsable) return { items: [], structure, isWithheld }
  if (show === 'structured') return { items: items.filter(({ type }) => type !== 'text'), structure, isWithheld }
  const isTwice = show === 'content' || items.some((item) => saysSame(item, structuredContent))
  return { items, structure: isTwice ? undefined : structure, isWithheld }
}

function isForModel({ annotations }: UnknownObject): boolean {
  const audience = isObject(annotations) ? annotations['audience'] : undefined
  return !Array.isArray(audience) || audience.length === 0 || audience.includes('assistant')
}

function textIn({ type, text }: UnknownObject): string {
  return type === 'text' && typeof text === 'string' ? text : ''
}

/** JSON of a value; undefined for what is none, or too deep to be written. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Servers of older revisions wrap what is no object. */
function saysSame(item: UnknownObject, structure: unknown): boolean {
  const text = textIn(item).trim()
  if (structure === undefined || text === '') return false
  const said = parseJson(text)
  return isSame(said, structure) || (isObject(structure) && isSame({ result: said }, structure))
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    return one !== undefined && canonicalJson(one) === canonicalJson(other)
  } catch {
    return false
  }
}
