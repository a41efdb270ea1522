import { isObject, nearest } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { unfit } from '../arguments.ts'
import { uniqueNames } from '../names.ts'
import type { ToolPlace } from '../names.ts'
import { lineText, nameText } from '../prompt/escape.ts'
import { convertDefinition } from './convert-definition.ts'
import type { Conversion } from './convert-definition.ts'
import type { ModelTools, ReadCall, SetAside } from './model-tools.ts'
import type { ModelTool } from './parts.ts'
import type { Profile } from './profile.ts'
import type { StrictRules } from './schema-rules.ts'

/** A tool as its server lists it. Nothing of the definition needs to be right. */
export interface ToolSource {
  /** Whose it is: a part of its name. A tool of no server goes by its own name. */
  readonly server?: string
  /** Its name on the server. Default: the one in the definition. */
  readonly name?: string
  readonly definition: unknown
}

export interface ConvertToolsOptions {
  readonly profile: Profile
  /** Whether the provider is to hold the model to the schemas, where it can. Default: false. */
  readonly isStrict?: boolean
}

/**
 * Tools as a model takes them, by name: the same whatever the order in which they come. What cannot be converted is set
 * aside with a reason, and changes nothing for the others. A schema that is the same object is converted once.
 */
export function convertTools(
  sources: readonly ToolSource[],
  { profile, isStrict = false }: ConvertToolsOptions,
): ModelTools {
  const { usable, setAside } = sortOut(sources)
  const tools = new Map<string, Listed>()
  const room = createRoom(profile, isStrict)
  const names = uniqueNames([...usable.keys()])
  const named = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const place of withoutName(usable, names))
    setAside.push({ name: place.tool, place, reason: 'Its name cannot be told from that of another.' })
  for (const [name, place] of named) {
    const definition = usable.get(place) ?? {}
    const conversion = tools.size === profile.mostTools ? full(profile) : room.take(definition)
    if (conversion.kind === 'aside') setAside.push({ name, place, reason: conversion.reason })
    else tools.set(name, { place, definition, conversion })
  }
  return {
    tools: [...tools].map(([name, { conversion }]): ModelTool => ({ name, ...conversion.tool })),
    setAside,
    read: (name, args) => readCall({ tools, setAside }, name, args),
  }
}

/** Two digests may begin alike. */
function withoutName(usable: Sorted['usable'], names: ReadonlyMap<string, ToolPlace>): readonly ToolPlace[] {
  const found = new Set(names.values())
  return found.size === usable.size ? [] : [...usable.keys()].filter((place) => !found.has(place))
}

interface Listed {
  readonly place: ToolPlace
  readonly definition: UnknownObject
  readonly conversion: Extract<Conversion, { readonly kind: 'tool' }>
}

function full({ title, mostTools = 0 }: Profile): Conversion {
  return { kind: 'aside', reason: `${title} takes ${mostTools} tools, and there are more.` }
}

interface Sorted {
  readonly usable: ReadonlyMap<ToolPlace, UnknownObject>
  readonly setAside: SetAside[]
}

/** The definitions by their places. Of equal places the first stands. */
function sortOut(sources: readonly ToolSource[]): Sorted {
  const usable = new Map<ToolPlace, UnknownObject>()
  const known = new Set<string>()
  const setAside: SetAside[] = []
  for (const { server = '', name, definition } of sources) {
    const tool: unknown = name ?? (isObject(definition) ? definition['name'] : undefined)
    const place = { server, tool: typeof tool === 'string' ? tool : '' }
    const key = JSON.stringify([server, place.tool])
    const reason = unusable(place, definition) ?? (known.has(key) ? 'It is listed more than once.' : undefined)
    if (reason === undefined && isObject(definition)) usable.set(place, definition)
    else setAside.push({ name: place.tool, place, reason: reason ?? '' })
    known.add(key)
  }
  return { usable, setAside }
}

function unusable({ tool }: ToolPlace, definition: unknown): string | undefined {
  if (!isObject(definition)) return 'Its definition is no object.'
  if (tool === '') return 'It has no name.'
  return tool.isWellFormed() ? undefined : 'Its name holds half a character.'
}

interface Room {
  /** A definition in the strictest form that the request still has room for. */
  readonly take: (definition: UnknownObject) => Conversion
}

/** What strict tools may have together. */
function createRoom(profile: Profile, isStrict: boolean): Room {
  const {
    mostTools = Infinity,
    mostOptional = Infinity,
    mostUnions = Infinity,
  }: Partial<StrictRules> = profile.strict ?? {}
  const left = { tools: mostTools, optional: mostOptional, unions: mostUnions }
  return {
    take(definition) {
      const strict = isStrict && left.tools > 0 ? convertDefinition(definition, profile, true) : undefined
      if (strict?.kind !== 'tool') return convertDefinition(definition, profile, false)
      const { optional, unions } = strict.size
      if (optional > left.optional || unions > left.unions) return convertDefinition(definition, profile, false)
      left.tools -= 1
      left.optional -= optional
      left.unions -= unions
      return strict
    },
  }
}

interface Known {
  readonly tools: ReadonlyMap<string, Listed>
  readonly setAside: readonly SetAside[]
}

function readCall({ tools, setAside }: Known, name: string, args: UnknownObject): ReadCall {
  const found = tools.get(name)
  if (found === undefined) return { kind: 'refused', reason: unknownTool({ tools, setAside }, name) }
  const { place, definition, conversion } = found
  const read = conversion.restore(args)
  const reason = misfit(definition, name, read)
  if (reason === undefined) return { kind: 'call', place, arguments: read }
  // Null may have been meant as it stands.
  return read !== args && misfit(definition, name, args) === undefined
    ? { kind: 'call', place, arguments: args }
    : { kind: 'refused', reason }
}

/** What cannot be checked is for its server to refuse. */
function misfit({ inputSchema }: UnknownObject, name: string, args: UnknownObject): string | undefined {
  try {
    return unfit({ name, inputSchema }, args)
  } catch {
    return undefined
  }
}

function unknownTool({ tools, setAside }: Known, name: string): string {
  const aside = setAside.find((each) => each.name === name)
  if (aside !== undefined) return `${nameText(name)} cannot be used here: ${lineText(aside.reason)}`
  const near = nearest(name, tools.keys())
  const known = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Only the tools that are listed can be called.'
  return `There is no tool ${nameText(name)}. ${known}`
}
