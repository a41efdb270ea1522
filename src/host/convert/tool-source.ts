import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { ToolPlace } from '../names.ts'
import type { SetAside } from './model-tools.ts'

/** A tool as its server lists it. Nothing of the definition needs to be right. */
export interface ToolSource {
  /** Whose it is: a part of its name. A tool of no server goes by its own name. */
  readonly server?: string
  /** Its name on the server. Default: the one in the definition. */
  readonly name?: string
  readonly definition: unknown
  /** Whether it stays where there are more tools than the provider takes. Default: false. */
  readonly isNeeded?: boolean
}

export interface Sorted {
  readonly usable: ReadonlyMap<ToolPlace, UnknownObject>
  readonly needed: ReadonlySet<ToolPlace>
  readonly setAside: SetAside[]
}

/** The definitions by their places. Of equal places the first stands. */
export function sortOut(sources: readonly ToolSource[]): Sorted {
  const usable = new Map<ToolPlace, UnknownObject>()
  const needed = new Set<ToolPlace>()
  const known = new Set<string>()
  const setAside: SetAside[] = []
  for (const source of sources) {
    const { definition, isNeeded = false } = source
    const place = placeOf(source)
    const key = JSON.stringify([place.server, place.tool])
    const reason = unusable(place, definition) ?? (known.has(key) ? 'It is listed more than once.' : undefined)
    if (reason === undefined && isObject(definition)) usable.set(place, definition)
    else setAside.push({ name: shownName(place), place, reason: reason ?? '' })
    if (isNeeded) needed.add(place)
    known.add(key)
  }
  return { usable, needed, setAside }
}

function placeOf({ server = '', name, definition }: ToolSource): ToolPlace {
  const tool: unknown = name ?? (isObject(definition) ? definition['name'] : undefined)
  return { server, tool: typeof tool === 'string' ? tool : '' }
}

/** What has no name of its own in the list is shown under this one. */
export function shownName({ server, tool }: ToolPlace): string {
  return (server === '' ? tool : `${server}__${tool}`).toWellFormed()
}

function unusable({ tool }: ToolPlace, definition: unknown): string | undefined {
  if (!isObject(definition)) return 'Its definition is no object.'
  if (tool === '') return 'It has no name.'
  return tool.isWellFormed() ? undefined : 'Its name holds half a character.'
}
