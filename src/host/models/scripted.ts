import type { UnknownObject } from '../../tool/index.ts'
import type { ModelTool } from '../convert/parts.ts'
import type { Profile } from '../convert/profile.ts'
import anthropic from '../convert/profiles/anthropic.ts'
import { ModelError } from '../loop/model.ts'
import type { EndOfAnswer, Model, ModelEvent, ModelRequest, Usage } from '../loop/model.ts'

/** What a model says, answer by answer. */
export type Script = readonly ScriptedAnswer[]

/** What happens in one answer, in order. A text alone is what is said. */
export type ScriptedAnswer = readonly (string | ScriptedPiece)[]

export type ScriptedPiece =
  | { readonly text: string }
  | { readonly reasoning: string }
  /**
   * A tool by its name as the model knows it, or as its server calls it where no other has it. Arguments that are a
   * text are sent as they are, whether they are JSON or not.
   */
  | { readonly call: string; readonly arguments?: UnknownObject | string; readonly id?: string }
  /** In milliseconds. */
  | { readonly wait: number }
  /** The request fails, or breaks off here. */
  | { readonly error: string; readonly status?: number; readonly isPassing?: boolean; readonly waitMs?: number }
  /** How it ends; without one, as answers with or without calls do. `cut`: without an end. */
  | { readonly end: EndOfAnswer | 'cut'; readonly usage?: Usage }

export interface ScriptedOptions {
  /** Resolves after so many milliseconds, or rejects when the signal aborts. Default: does not wait. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Default: that of Anthropic. */
  readonly profile?: Profile
  readonly id?: string
}

/** A model that follows a script. */
export interface ScriptedModel extends Model {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[]
}

export function scriptedModel(script: Script, options: ScriptedOptions = {}): ScriptedModel {
  const requests: ModelRequest[] = []
  const { id = 'scripted', profile = anthropic, sleep = async () => undefined } = options
  return {
    id,
    profile,
    requests,
    async *stream(request) {
      const at = requests.push(request)
      const answer = script[at - 1]
      if (answer === undefined)
        throw new ModelError(`The script has ${script.length} answers; this would be number ${at}.`)
      yield* play(answer, { at, request, sleep })
    },
  }
}

interface Playing {
  /** The number of the answer, from 1. */
  readonly at: number
  readonly request: ModelRequest
  readonly sleep: NonNullable<ScriptedOptions['sleep']>
}

async function* play(answer: ScriptedAnswer, playing: Playing): AsyncGenerator<ModelEvent, void, undefined> {
  const { request, sleep } = playing
  let number = 0
  for (const said of answer) {
    const piece = typeof said === 'string' ? { text: said } : said
    request.signal.throwIfAborted()
    if ('wait' in piece) await sleep(piece.wait, request.signal)
    else if ('error' in piece) throw new ModelError(piece.error, piece)
    else if ('end' in piece) return piece.end === 'cut' ? undefined : yield endOf(piece.end, piece.usage)
    else if ('text' in piece) yield { kind: 'text', text: piece.text }
    else if ('reasoning' in piece) yield { kind: 'reasoning', text: piece.reasoning }
    else yield callOf(piece, { ...playing, number: (number += 1) })
  }
  yield endOf(number > 0 ? 'calls' : 'complete')
}

function callOf(
  { call, arguments: args = {}, id }: Extract<ScriptedPiece, { readonly call: string }>,
  { at, number, request }: Playing & { readonly number: number },
): ModelEvent {
  return {
    kind: 'call',
    id: id ?? `call_${at}_${number}`,
    name: nameOf(call, request.tools),
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  }
}

function nameOf(said: string, tools: readonly ModelTool[]): string {
  if (tools.some(({ name }) => name === said)) return said
  const found = tools.filter(({ name }) => name.endsWith(`__${said}`))
  return found.length === 1 ? (found[0]?.name ?? said) : said
}

function endOf(reason: EndOfAnswer, usage: Usage = { input: 0, output: 0 }): ModelEvent {
  return { kind: 'end', reason, usage }
}
