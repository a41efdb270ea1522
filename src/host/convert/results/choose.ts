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
  const says = echoOf(structuredContent)
  const isPrivate = withheld.some(partEchoOf(structuredContent)) && !items.some(says)
  const structure = isPrivate ? undefined : json
  const isWithheld = withheld.length > 0
  const isUsable = items.some((item) => item['type'] !== 'text' || textIn(item).trim() !== '')
  if (structure === undefined) return { items, structure, isWithheld }
  if (!isUsable) return { items: [], structure, isWithheld }
  if (show === 'structured') return { items: items.filter(({ type }) => type !== 'text'), structure, isWithheld }
  const isTwice = show === 'content' || items.some(says)
  return { items, structure: isTwice ? undefined : structure, isWithheld }
}

/** Whether something is not for the user alone. */
export function isForModel({ annotations }: UnknownObject): boolean {
  const said = isObject(annotations) ? annotations['audience'] : undefined
  const audience = typeof said === 'string' ? [said] : said
  return !Array.isArray(audience) || audience.length === 0 || audience.includes('assistant')
}

function textIn({ type, text }: UnknownObject): string {
  return type === 'text' && typeof text === 'string' ? text : ''
}

function saidBy(item: UnknownObject): string {
  const { resource } = item
  const text = isObject(resource) ? resource['text'] : undefined
  return (typeof text === 'string' ? text : textIn(item)).trim()
}

/** JSON of a value; undefined for what is none. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return 'The structure is nested too deep to be shown.'
  }
}

/** Whether an item says what the structure says. Servers of older revisions wrap what is no object. */
function echoOf(structure: unknown): (item: UnknownObject) => boolean {
  return echoOfAny([structure, unwrapped(structure)])
}

/** The same of one that also says what a member of a list says: servers give lists item by item. */
function partEchoOf(structure: unknown): (item: UnknownObject) => boolean {
  const inner = unwrapped(structure)
  return echoOfAny([structure, inner, ...(Array.isArray(inner) ? inner : [])])
}

function unwrapped(structure: unknown): unknown {
  const isWrapper = isObject(structure) && Object.keys(structure).length === 1 && Object.hasOwn(structure, 'result')
  return isWrapper ? structure['result'] : structure
}

function echoOfAny(values: readonly unknown[]): (item: UnknownObject) => boolean {
  const wanted = new Set(values.map(canonical))
  wanted.delete(undefined)
  return (item) => {
    const text = saidBy(item)
    if (wanted.size === 0 || text === '') return false
    // A text alone stands as it is.
    return wanted.has(canonical(parseJson(text))) || wanted.has(canonical(text))
  }
}

/** Undefined for what is no JSON. */
function canonical(value: unknown): string | undefined {
  try {
    return value === undefined ? undefined : canonicalJson(value)
  } catch {
    return undefined
  }
}
