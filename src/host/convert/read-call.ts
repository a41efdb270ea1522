import { isObject, nearest } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { parseArguments, unfit } from '../arguments.ts'
import type { ToolPlace } from '../names.ts'
import { lineText, nameText } from '../prompt/escape.ts'
import { shortly } from '../shortly.ts'
import type { Conversion } from './convert-definition.ts'
import type { ReadCall, SaidArguments, SetAside } from './model-tools.ts'

/** A tool that a model knows. */
export interface Listed {
  readonly place: ToolPlace
  readonly definition: UnknownObject
  readonly conversion: Extract<Conversion, { readonly kind: 'tool' }>
}

export interface Known {
  readonly tools: ReadonlyMap<string, Listed>
  readonly setAside: readonly SetAside[]
}

/** What a model means by a name and arguments. */
export function readCall({ tools, setAside }: Known, name: string, said: SaidArguments): ReadCall {
  const found = tools.get(name)
  if (found === undefined) return { kind: 'refused', reason: unknownTool({ tools, setAside }, name) }
  const { place, definition, conversion } = found
  const args = typeof said === 'string' ? parseArguments(said) : (said ?? {})
  if (!isObject(args)) return { kind: 'refused', reason: `${name} was not run: ${noObject(args, said)}` }
  const read = attempt(() => conversion.restore(sendable(args)))
  if (read === undefined) return { kind: 'refused', reason: `${name} was not run: its arguments are nested too deep.` }
  const reason = misfit(definition, name, read)
  if (reason === undefined) return { kind: 'call', place, arguments: read }
  // Null may have been meant as it stands.
  return read !== args && misfit(definition, name, args) === undefined
    ? { kind: 'call', place, arguments: args }
    : { kind: 'refused', reason }
}

/** Throws for what no request can carry. */
function sendable(args: UnknownObject): UnknownObject {
  JSON.stringify(args)
  return args
}

function noObject(args: unknown, said: SaidArguments): string {
  const fault = args === undefined ? 'its arguments are no JSON.' : 'its arguments are no object.'
  return typeof said === 'string' ? `${fault} You wrote: ${shortly(said)}` : fault
}

/** What cannot be checked is for its server to refuse. */
function misfit({ inputSchema }: UnknownObject, name: string, args: UnknownObject): string | undefined {
  return attempt(() => unfit({ name, inputSchema }, args))
}

/** Undefined for what is nested so deep that nothing can walk through it. */
function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** What is longer was made up. */
const longestName = 200

function unknownTool({ tools, setAside }: Known, name: string): string {
  const aside = setAside.find((each) => each.name === name)
  if (aside !== undefined) return `${nameText(name)} cannot be used here: ${lineText(aside.reason)}`
  const near = nearest(name, tools.keys())
  const known = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Only the tools that are listed can be called.'
  return `There is no tool ${nameText(name.slice(0, longestName))}. ${known}`
}
