import type { ToolPlace } from '../names.ts'
import { uniqueNames } from '../names.ts'
import type { Conversion } from './convert-definition.ts'
import type { ModelTools } from './model-tools.ts'
import type { Profile } from './profile.ts'
import { readCall } from './read-call.ts'
import type { Listed } from './read-call.ts'
import { createRoom } from './strict-room.ts'
import { shownName, sortOut } from './tool-source.ts'
import type { Sorted, ToolSource } from './tool-source.ts'

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
  const { usable, needed, setAside } = sortOut(sources)
  const tools = new Map<string, Listed>()
  const room = createRoom(profile, isStrict)
  const names = uniqueNames([...usable.keys()])
  const named = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const byNeed = named.toSorted(([, one], [, other]) => Number(needed.has(other)) - Number(needed.has(one)))
  for (const place of withoutName(usable, names))
    setAside.push({ name: shownName(place), place, reason: 'Its name cannot be told from that of another.' })
  for (const [name, place] of byNeed) {
    const definition = usable.get(place) ?? {}
    const conversion = tools.size === profile.mostTools ? full(profile) : room.take(definition)
    if (conversion.kind === 'aside') setAside.push({ name, place, reason: conversion.reason })
    else tools.set(name, { place, definition, conversion })
  }
  return {
    tools: named.flatMap(([name]) => {
      const listed = tools.get(name)
      return listed === undefined ? [] : [{ name, ...listed.conversion.tool }]
    }),
    setAside,
    read: (name, args) => readCall({ tools, setAside }, name, args),
  }
}

/** Two digests may begin alike. */
function withoutName(usable: Sorted['usable'], names: ReadonlyMap<string, ToolPlace>): readonly ToolPlace[] {
  const found = new Set(names.values())
  return found.size === usable.size ? [] : [...usable.keys()].filter((place) => !found.has(place))
}

function full({ title, mostTools = 0 }: Profile): Conversion {
  return { kind: 'aside', reason: `${title} takes ${mostTools} tools, and there are more.` }
}
