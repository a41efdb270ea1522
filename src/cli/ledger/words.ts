import { existsSync } from 'node:fs'
import * as path from 'node:path'
import type { Decision } from '../../ledger/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'

/** What a person wants of a ledger. */
export type Wish = {
  /** The file or folder that is served. */
  readonly target: string | undefined
} & (
  | { readonly kind: 'show'; readonly ref: string | undefined }
  /** `verdict` is undefined where it is to be asked for. */
  | { readonly kind: 'decide'; readonly ref: string; readonly verdict: Decision['verdict'] | undefined }
)

/** Throws a `UsageError` for words and options that make no sense together. */
export function readWish({ words, options }: Invocation, io: Io): Wish {
  const [verb, ...rest] = words
  if (verb !== 'settle' && verb !== 'release') {
    requireNone(options, ['done', 'not-done', 'reason'], 'verbnoun ledger settle REF')
    return { kind: 'show', ...placeAndRef(words, io) }
  }
  requireNone(options, ['all', 'json'], 'verbnoun ledger')
  const { ref, target } = placeAndRef(rest, io)
  if (ref === undefined) throw new UsageError(`Which call? For example: verbnoun ledger ${verb} 7f3a1b2c`)
  return { kind: 'decide', ref, target, verdict: verb === 'release' ? readRelease(options) : readVerdict(options) }
}

type Options = Invocation['options']

function readRelease(options: Options): 'release' {
  requireNone(options, ['done', 'not-done'], 'verbnoun ledger settle REF')
  return 'release'
}

function readVerdict({ done, 'not-done': notDone }: Options): 'done' | 'not-done' | undefined {
  if (done === true && notDone === true) throw new UsageError('It is either --done or --not-done.')
  if (done === true) return 'done'
  return notDone === true ? 'not-done' : undefined
}

function requireNone(options: Options, names: readonly string[], home: string): void {
  const given = names.find((name) => options[name] !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} is for ${home}.`)
}

/** A file or folder and a reference, in any order. */
function placeAndRef(words: readonly string[], { cwd }: Io): Pick<Wish, 'target'> & { ref: string | undefined } {
  const isPlace = (word: string): boolean => existsSync(path.resolve(cwd, word))
  const [target, ...places] = words.filter(isPlace)
  const [ref, ...refs] = words.filter((word) => !isPlace(word))
  const odd = [...places, ...refs][0]
  if (odd !== undefined)
    throw new UsageError(`What is "${odd}"? Name what is served, and one reference: verbnoun ledger orders.ts 7f3a`)
  if (ref !== undefined && !/^[0-9a-f]{3,64}$/i.test(ref))
    throw new UsageError(`"${ref}" is no file that is there, and no reference: those look like 7f3a1b2c.`)
  return { target, ref }
}
