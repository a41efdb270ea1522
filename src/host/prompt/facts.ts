import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { objectOf } from '../request.ts'
import type { Request } from '../request.ts'
import { cutValue, group, isPlainName, nameText } from './escape.ts'

/** What may stand for an object outside quotes: nothing in it reads as markup, as a link, or as words of ours. */
const plainObject = /^[A-Za-z0-9](?!.*:\/\/)[A-Za-z0-9._/@#-]*$/

/** What the call does and to what, in words: `Refund order PT-1042`. */
export function headline({ tool, arguments: args }: Request): string {
  const object = objectOf(args)
  return object !== undefined && plainObject.test(object) ? `${deed(tool.name)} ${object}` : deed(tool.name)
}

function deed(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '')
  const said = words.join(' ').toLowerCase()
  if (!isPlainName(name) || said === '') return 'Use a tool with an odd name'
  return `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}`
}

/** `amount_cents 2400 (24.00)`: the name of an argument and what it holds. No currency: only a schema could say which. */
export function argumentText(name: string, value: unknown, longest: number): string {
  return `${nameText(name)} ${cutValue(value, longest)}${inUnits(name, value)}`
}

function inUnits(name: string, value: unknown): string {
  if (!/(?:^|_)cents$|Cents$/.test(name) || typeof value !== 'number' || !Number.isSafeInteger(value)) return ''
  const cents = String(Math.abs(value) % 100).padStart(2, '0')
  return ` (${value < 0 ? '-' : ''}${group(Math.trunc(Math.abs(value) / 100))}.${cents})`
}

const money = /(?:^|_)(?:amount|price|fee|salary|cents)(?:_|$)|(?:Amount|Price|Cents)$/i

/** The arguments that hold an amount of money, by their names. */
export function amountsIn(args: UnknownObject): readonly (readonly [name: string, amount: number])[] {
  return Object.entries(args).flatMap(([name, value]) =>
    isPlainName(name) && money.test(name) && typeof value === 'number' ? [[name, value] as const] : [],
  )
}

/** `force not sent; the server's default is true`: what a call does not say and its server will fill in. */
export function defaultsLeft({ tool, arguments: args }: Request): readonly string[] {
  const { inputSchema } = tool.definition
  const properties = isObject(inputSchema) ? inputSchema['properties'] : undefined
  if (!isObject(properties)) return []
  return Object.entries(properties).flatMap(([name, property]) =>
    Object.hasOwn(args, name) || !isObject(property) || property['default'] === undefined
      ? []
      : [`${nameText(name)} not sent; the server's default is ${cutValue(property['default'], 80)}`],
  )
}

/** A call of the same tool that a person has allowed before. */
export interface EarlierCall {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly arguments: UnknownObject
}

/** `Similar call 3 min ago: amount_cents 2400 (24.00).` Only what was different. */
export function earlierText(args: UnknownObject, earlier: EarlierCall, now: number): string {
  const names = [...new Set([...Object.keys(earlier.arguments), ...Object.keys(args)])]
  const different = names.flatMap((name) => {
    const before = earlier.arguments[name]
    if (JSON.stringify(before) === JSON.stringify(args[name])) return []
    return [before === undefined ? `${nameText(name)} not sent` : argumentText(name, before, 60)]
  })
  const said = different.length === 0 ? 'the same' : different.slice(0, 3).join(', ')
  return `Similar call ${agoText(now - earlier.at)}: ${said}.`
}

/** `just now`, `3 min ago`, `2 days ago`. */
export function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}
