import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { shortly } from '../shortly.ts'
import type { Script, ScriptedAnswer, ScriptedPiece } from './scripted.ts'

/** A script that cannot be followed; the message says where and why. */
export class ScriptError extends Error {
  override readonly name: string = 'ScriptError'
}

/** Reads a script from JSON: a list of answers, each a list of texts and of objects such as `{ "call": "refund_order" }`. */
export function readScript(text: string): Script {
  const said = parse(text)
  if (!Array.isArray(said)) throw new ScriptError(`A script is a list of answers, not ${shortly(said)}.`)
  try {
    return said.map((answer: unknown, at) => readAnswer(answer, `answer ${at + 1}`))
  } catch (error) {
    throw error instanceof RangeError ? new ScriptError('The script is nested too deep.', { cause: error }) : error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ScriptError(`The script is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

function readAnswer(said: unknown, where: string): ScriptedAnswer {
  if (typeof said === 'string') return [said]
  if (!Array.isArray(said)) throw new ScriptError(`${where} is ${shortly(said)}; it is a text, or a list of pieces.`)
  return said.map((piece: unknown, at) => readPiece(piece, `${where}, piece ${at + 1}`))
}

type Read = (piece: UnknownObject) => boolean

const ends = ['complete', 'calls', 'length', 'withheld', 'other', 'cut']

/** The members that say what a piece is, and what else it may have. */
const kinds: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  text: { text: isText('text') },
  reasoning: { reasoning: isText('reasoning') },
  call: {
    call: isText('call'),
    arguments: ({ arguments: args }) => typeof args === 'string' || isObject(args),
    id: isText('id'),
  },
  wait: { wait: isCount('wait') },
  error: {
    error: isText('error'),
    status: isCount('status'),
    isPassing: ({ isPassing }) => typeof isPassing === 'boolean',
    waitMs: isCount('waitMs'),
  },
  end: {
    end: ({ end }) => ends.some((each) => each === end),
    usage: ({ usage }) => isObject(usage) && isCount('input')(usage) && isCount('output')(usage),
  },
}

function readPiece(piece: unknown, where: string): string | ScriptedPiece {
  if (typeof piece === 'string') return piece
  const members: UnknownObject = isObject(piece) ? piece : {}
  const known = Object.entries(kinds).find(([kind]) => kind in members)?.[1]
  if (known === undefined)
    throw new ScriptError(
      `${where} is ${shortly(piece)}; it is a text, or has one of ${Object.keys(kinds).join(', ')}.`,
    )
  const wrong = Object.keys(members).find((name) => !Object.hasOwn(known, name) || known[name]?.(members) !== true)
  if (wrong !== undefined) throw new ScriptError(`${where}: "${wrong}" is not as it may be: ${shortly(piece)}`)
  if (isPiece(members)) return members
  throw new ScriptError(`${where} is ${shortly(piece)}.`)
}

/** Every member was looked at. */
function isPiece(piece: UnknownObject): piece is UnknownObject & ScriptedPiece {
  return Object.keys(piece).length > 0
}

function isText(name: string): Read {
  return ({ [name]: value }) => typeof value === 'string'
}

function isCount(name: string): Read {
  return ({ [name]: value }) => typeof value === 'number' && value >= 0 && Number.isFinite(value)
}
