import type { UnknownObject } from '../tool/index.ts'
import type { ListedItem } from './pages.ts'
import type { Risk } from './risk.ts'
import type { Assurance, Tier, Trust } from './tier.ts'

export type RequestState = 'open' | 'approved' | 'denied' | 'dispatched' | 'withdrawn'

/** Who decided, and how it is known. */
export interface Approver {
  readonly id: string
  /** Such as `terminal`, `elicitation` or `studio`. */
  readonly how: string
  readonly assurance: Assurance
}

/** A person's answer to a request. It holds for the digest it names and for nothing else. */
export interface Answer {
  readonly decision: 'allow' | 'deny'
  /** Of the request as the person saw it. */
  readonly digest: string
  /** Other arguments than those proposed. They are looked at as a call of their own. */
  readonly arguments?: UnknownObject
  /** For the model. */
  readonly reason?: string
  readonly approver: Approver
  /** Used once. */
  readonly nonce: string
}

export interface Decided extends Answer {
  readonly at: number
}

/** What may be answered: once, with other arguments, by a rule from here on, not, not and why. */
export type Choice = 'once' | 'edit' | 'always' | 'deny' | 'reason'

/** A call that waits for a person. Plain data: it can be stored, sent and shown elsewhere. */
export interface Request {
  readonly v: 1
  readonly id: string
  /** Short, to be read out. */
  readonly ref: string
  readonly state: RequestState
  /** In milliseconds since 1970, as all times here. */
  readonly created: number
  /** From when on it is denied by itself. */
  readonly expires: number
  readonly principal: string
  readonly client: { readonly name: string; readonly verified: boolean }
  readonly server: { readonly key: string; readonly trust: Trust; readonly identity: string; readonly command: string }
  readonly tool: { readonly name: string; readonly definition: ListedItem }
  readonly arguments: UnknownObject
  readonly digest: string
  readonly risk: Risk
  readonly policy: { readonly rule: string | undefined; readonly version: string }
  readonly flow: readonly string[]
  readonly batch: string | undefined
  readonly need: { readonly assurance: Assurance; readonly typed: string | undefined }
  readonly choices: readonly Choice[]
  readonly decisions: readonly Decided[]
}

/** What may be answered to a call that is so bad. What is worst may never be made a rule. */
export function choicesFor(tier: Tier): readonly Choice[] {
  switch (tier) {
    case 'read':
    case 'write':
      return ['once', 'edit', 'always', 'deny', 'reason']
    case 'destructive':
      return ['once', 'edit', 'deny', 'reason']
    case 'destructive_open':
      return ['once', 'deny', 'reason']
    default:
      throw new TypeError(`There is no tier "${String(tier satisfies never)}".`)
  }
}

const longestWord = 40
/** Arguments that say what is acted on; the first that is there stands for it. */
const objects = /(?:^|_)(?:id|name|path|key|ref|url|repo|repository|file|branch|table|database|email|to|user|order)$/i

/** What a person types to allow what is hard to undo, so that no habit of the hand can do it. */
export function typedWord(tier: Tier, tool: string, args: UnknownObject): string | undefined {
  if (tier === 'read' || tier === 'write') return undefined
  if (tier === 'destructive') return 'yes'
  const verb = tool.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)[0]
  return [objectOf(args), verb].find(isTypeable) ?? 'allow'
}

/** What is acted on, as far as arguments say it in a short word. */
export function objectOf(args: UnknownObject): string | undefined {
  return Object.entries(args).flatMap(([name, value]) => (objects.test(name) && isTypeable(value) ? [value] : []))[0]
}

function isTypeable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestWord && /^[\u0021-\u007E]+$/.test(value)
}

/** Four letters and digits that are not mistaken for each other. */
export function refOf(id: string): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  let sum = 7
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_048_576
  return Array.from({ length: 4 }, (_, at) => letters[(sum >> (at * 5)) & 31]).join('')
}
