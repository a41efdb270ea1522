import { canonicalJson, isObject, parseJson, redactCredentials } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'
import { misfitOf } from './foreign-schema.ts'
import type { ListedItem } from './pages.ts'

export type Frozen =
  /** `text` is their canonical JSON. */
  | { readonly kind: 'frozen'; readonly args: UnknownObject; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** Arguments as a model writes them: nothing, too, for none. Undefined for what is no JSON. */
export function parseArguments(text: string): unknown {
  return ['', 'null'].includes(text.trim()) ? {} : parseJson(text)
}

/** A copy of arguments that nobody can change between the decision and the call. */
export function freezeArguments(args: unknown): Frozen {
  if (!isObject(args)) return { kind: 'refused', reason: 'The arguments are no object.' }
  try {
    const text = canonicalJson(args)
    const copy: unknown = JSON.parse(text)
    if (isObject(copy)) return { kind: 'frozen', args: deepFreeze(copy), text }
  } catch (error) {
    return { kind: 'refused', reason: `The arguments cannot be sent: ${error instanceof Error ? error.message : ''}` }
  }
  return { kind: 'refused', reason: 'The arguments are no object.' }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}

/** What keeps arguments from fitting the tool, for the model; undefined where they fit. */
export function unfit({ name, inputSchema }: ListedItem, args: UnknownObject): string | undefined {
  const misfits = isObject(inputSchema) ? misfitOf(inputSchema)(args) : undefined
  return misfits === undefined ? undefined : [`${name} was not run:`, ...misfits.map((line) => `- ${line}`)].join('\n')
}

/** Whether a text carries what looks like a credential. */
export function hasSecret(text: string): boolean {
  return redactCredentials(text, { secrets: [], sent: [] }) !== text
}
