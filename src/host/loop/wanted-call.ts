import type { UnknownObject } from '../../tool/index.ts'
import { freezeArguments, parseArguments } from '../arguments.ts'
import { shortly } from '../shortly.ts'
import type { WantedCall } from './event.ts'
import type { EndOfAnswer, ModelEvent } from './model.ts'

/** A call as a transcript can hold it, and what is wrong with how the model made it. */
export interface ReadWanted {
  readonly call: WantedCall
  /** As the model wrote it. */
  readonly said: CallEvent
  /** Why the arguments cannot be used. */
  readonly fault: string | undefined
}

export type CallEvent = Extract<ModelEvent, { readonly kind: 'call' }>

export interface Naming {
  /** Of the tools. */
  readonly names: ReadonlySet<string>
  /** The ids of all calls so far; that of the call joins them. */
  readonly ids: Set<string>
}

/** Providers refuse a whole request for one call with a name or an id that they do not take. */
export function readWanted(said: CallEvent, { names, ids }: Naming): ReadWanted {
  const read = readArguments(said.arguments)
  const id = freeId(said.id, ids)
  ids.add(id)
  const isRead = typeof read !== 'string'
  const name = names.has(said.name) ? said.name : saneName(said.name)
  return {
    call: { id, name, arguments: isRead ? read : {} },
    said,
    fault: isRead ? undefined : read,
  }
}

/** Why a call is not made, for the model; undefined: it may be. `isLast`: the answer ended with it. */
export function refusalOf(
  { call, said, fault }: ReadWanted,
  { end, isLast }: { readonly end: EndOfAnswer; readonly isLast: boolean },
): string | undefined {
  const { name } = call
  if (end === 'withheld') return `${name} was not run: the provider withheld the rest of your answer.`
  if (end === 'length' && isLast && (fault !== undefined || said.arguments.trim() === ''))
    return `${name} was not run: your answer reached its greatest length in the middle of this call. Call it again with less, or in parts.`
  if (fault === undefined) return undefined
  return `${name} was not run: ${fault} You wrote: ${shortly(said.arguments)}`
}

/** An object, or what is wrong. */
function readArguments(text: string): UnknownObject | string {
  const value = parseArguments(text)
  if (value === undefined) return 'its arguments are no JSON.'
  const frozen = freezeArguments(value)
  return frozen.kind === 'frozen' ? frozen.args : frozen.reason
}

function freeId(said: string, taken: ReadonlySet<string>): string {
  const wanted = said === '' ? 'call' : said.toWellFormed()
  if (said !== '' && !taken.has(wanted)) return wanted
  // Beyond the first ones, from where most are free: there may be thousands.
  for (let number = 2; ; number = Math.max(number + 1, taken.size))
    if (!taken.has(`${wanted}_${number}`)) return `${wanted}_${number}`
}

const longestName = 64

/** For a name that a model has made up. */
function saneName(said: string): string {
  const sane = said.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, longestName)
  return sane === '' ? 'unnamed' : sane
}
